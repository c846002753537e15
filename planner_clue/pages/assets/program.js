/**
 * Talks with the program that serves the page.
 *
 *   const program = new Program({take: (state) => ..., complain: (text) => ...});
 *   program.listen();                        takes each state, until the program ends
 *   await program.post("undo", {number});    {said} or {error}; complains of what is wrong
 */
class Program {
  #calls;

  constructor(calls) {
    this.#calls = calls;
  }

  async post(path, body) {
    try {
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
      const said = await answer.json();
      this.#calls.complain(said.error ? `${Dom.sentence(said.error)}.` : "");
      return said;
    } catch {
      Dom.gone(true);
      return { error: "unreachable" };
    }
  }

  listen() {
    const live = new EventSource("live");
    live.addEventListener("message", (event) => {
      Dom.gone(false);
      this.#calls.take(JSON.parse(event.data));
    });
    live.addEventListener("error", () => {
      live.close();
      Dom.gone(true);
    });
  }
}
