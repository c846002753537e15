/** The page while the screen goes from one person to another: it has nobody's cards. */
(() => {
  const data = JSON.parse(Dom.byId("data").textContent);
  const button = Dom.byId("uncover");
  let next = null;

  function show(now) {
    if (now.table !== data.table) return location.reload();
    next = now.cover;
    button.hidden = next === null;
    button.textContent = `I am ${now.name}: show my cards`;
    Dom.byId("title").textContent = next === null ? "The others play …" : `${Dom.sentence(now.name)} is to decide`;
  }

  button.addEventListener("click", () => {
    const headers = { "Content-Type": "application/json" };
    fetch("uncover", { method: "POST", headers, body: JSON.stringify({ seat: next }) });
  });
  const live = new EventSource("live");
  live.addEventListener("message", (event) => show(JSON.parse(event.data)));
  live.addEventListener("error", () => {
    live.close();
    Dom.gone(true);
  });
  show(data);
})();
