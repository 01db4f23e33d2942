/* Replays a sample conversation: at each step the user's sentence, then the call that a model would make of it. */

const MOST = 3; // jobs that the model picks

export class Replay {
  #at = 0;
  #given = { $ids: [], $shortlist: undefined };

  /* `choose(tool, arguments)` fills the form, `call()` makes the call and resolves to its result. */
  constructor({ list, button, steps, choose, call }) {
    Object.assign(this, { list, button, steps, choose, call });
    button.addEventListener("click", () => this.#next());
    button.disabled = steps.length === 0;
  }

  async #next() {
    if (this.#at === 0) this.list.replaceChildren();
    const step = this.steps[this.#at];
    this.button.disabled = true;
    if (step.says) this.#tell("user", `“${step.says}”`);
    this.choose(step.tool, this.#filled(step.arguments));
    const result = await this.call();
    this.#learn(result?.structuredContent?.output);
    this.#tell("model", `${step.tool}: ${outcome(result)}`);
    if (step.then) this.#tell("you", step.then);
    this.#at = (this.#at + 1) % this.steps.length;
    this.button.textContent = this.#at ? "Play the next step" : "Play from the start";
    this.button.disabled = false;
  }

  #filled(given) {
    const entries = Object.entries(given).map(([name, value]) => [name, typeof value === "string" && value in this.#given ? this.#given[value] : value]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }

  #learn(output) {
    if (output?.jobs?.length) this.#given.$ids = output.jobs.slice(0, MOST).map(({ id }) => ({ id }));
    if (output?.shortlist) this.#given.$shortlist = output.shortlist;
  }

  #tell(who, text) {
    const line = document.createElement("li");
    line.className = who;
    line.append(text);
    this.list.append(line);
  }
}

const outcome = (result) => result?.structuredContent?.output?.outcome ?? result?.structuredContent?.error?.code ?? "no result";
