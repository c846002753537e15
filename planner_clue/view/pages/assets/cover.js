/** The page while the screen goes from one person to another: it has nobody's cards. */
(async () => {
  const data = await Dom.data();
  const button = Dom.byId("uncover");
  const program = new Program({ take, complain: () => {} });
  let next = null;

  function take(now) {
    if (now.table !== data.table) return location.reload();
    next = now.cover;
    const appears = button.hidden && next !== null;
    button.hidden = next === null;
    button.textContent = `I am ${now.name}: show my cards`;
    if (appears) button.focus();
    Dom.byId("title").textContent = next === null ? "The others play …" : `${Dom.sentence(now.name)} decides now`;
  }

  button.addEventListener("click", () => program.post("uncover", { seat: next }));
  take(data);
  program.listen();
})();
