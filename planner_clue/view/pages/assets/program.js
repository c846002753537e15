/**
 * Talks with the program that serves the page.
 *
 *   const program = new Program({take: (state) => ..., complain: (text) => ...});
 *   program.listen();                        takes each state, until the program ends; a page that was
 *                                            hidden, as on a phone that slept, listens anew
 *   await program.post("undo", {number});    {said} or {error}; complains of what is wrong
 */
class Program {
  #calls;
  #live = null;

  constructor(calls) {
    this.#calls = calls;
    document.addEventListener("visibilitychange", () => this.#live && !document.hidden && this.listen());
    addEventListener("online", () => this.#live && this.listen());
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
    this.#live?.close();
    const live = new EventSource("live");
    this.#live = live;
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
