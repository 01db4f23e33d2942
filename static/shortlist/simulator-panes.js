/* The simulator's panes: what the user sees, what the model gets and has in context, and every message between them. */

const bytes = (value) => new TextEncoder().encode(JSON.stringify(value)).length;
const counted = new Intl.NumberFormat("en");
const size = (value) => `${counted.format(bytes(value))} bytes, about ${counted.format(Math.ceil(bytes(value) / 4))} tokens`;
const pretty = (value) => JSON.stringify(value, null, 2);
const clock = () => performance.now();

const element = (tag, className, ...children) => {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
};

export class Panes {
  #by;
  #mounts = 0;
  #violations = 0;
  #contexts = 0;
  #began = 0;
  #asked = new Map();

  constructor(by) {
    this.#by = by;
  }

  mistake(text) {
    this.#by("mistake").textContent = text;
    this.#by("mistake").hidden = !text;
  }

  dress({ theme, width, display, source }) {
    const isFull = display === "fullscreen" && this.#by("stage").childElementCount > 0;
    this.#by("stage").dataset.width = width;
    this.#by("stage").classList.toggle("dark", theme === "dark");
    this.#by("stage").classList.toggle("fullscreen", isFull);
    this.#by("inline").hidden = !isFull;
    this.#by("source").textContent = source;
  }

  begin(name, hasWidget) {
    this.#began = clock();
    this.#contexts = this.#violations = 0;
    for (const id of ["violations", "overwritten", "strays"]) this.#by(id).replaceChildren();
    this.#by("overwritten-box").hidden = true;
    this.#by("screen-facts").textContent = "nothing";
    this.#asked.clear();
    this.#by("log").replaceChildren();
    this.#by("told").replaceChildren(element("li", "muted", "None yet."));
    this.#by("context").textContent = "The widget has said nothing yet.";
    this.#by("context-facts").textContent = "0 values";
    this.#by("log-count").textContent = "0";
    this.#say(hasWidget ? `${name} shows its widget.` : `${name} shows the user nothing: its result is text for the model.`);
  }

  mounted() {
    this.#mounts += 1;
    this.#by("take-down").disabled = false;
    this.#count();
  }

  unmounted() {
    this.#by("take-down").disabled = true;
    this.#by("stage").replaceChildren();
  }

  violation({ directive, blocked }) {
    this.#violations += 1;
    this.#by("violations").append(element("li", "", `${directive} stopped ${blocked}`));
    this.#count();
  }

  /* `strays` are the texts that nothing explains, of `count` on screen. */
  onScreen(strays, count) {
    this.#by("screen-facts").textContent = strays.length ? `${strays.length} of ${count} texts are not in the result` : `all ${count} texts are in the result`;
    this.#by("strays").replaceChildren(...strays.map((text) => element("li", "", text)));
  }

  modelGets(result, milliseconds) {
    const { structuredContent, content, isError } = result;
    this.#by("model").textContent = structuredContent ? pretty(structuredContent) : "None.";
    this.#by("model-structured-size").textContent = structuredContent ? size(structuredContent) : "";
    this.#by("model-content").textContent = (content ?? []).map((part) => part.text ?? pretty(part)).join("\n");
    this.#by("model-content-size").textContent = size(content);
    this.#by("model-size").textContent = `${Math.round(milliseconds)} ms`;
    this.#by("model-facts").replaceChildren(...facts(structuredContent, content, isError));
    this.#by("model-facts").hidden = false;
  }

  context({ content = [], structuredContent }) {
    this.#contexts += 1;
    if (this.#contexts > 1) this.#by("overwritten").prepend(element("li", "", element("pre", "wrap", this.#by("context").textContent)));
    this.#by("overwritten-box").hidden = this.#contexts < 2;
    const text = content.map((part) => part.text ?? pretty(part)).join("\n");
    this.#by("context").textContent = structuredContent ? `${text}\n${pretty(structuredContent)}`.trim() : text;
    const times = this.#contexts === 1 ? "1 value" : `${this.#contexts} values, the last one counts`;
    this.#by("context-facts").textContent = `${times} · ${new TextEncoder().encode(this.#by("context").textContent).length} bytes`;
  }

  message(text) {
    this.#tell(element("li", "", "Message to the model: ", text));
  }

  link(url, isAllowed) {
    const shown = element("span", "mono", url);
    this.#tell(element("li", "", isAllowed ? "Opened " : "Refused to open ", shown));
  }

  journal(direction, message) {
    const log = this.#by("log");
    const isWrong = Boolean(message.error || message.result?.isError);
    const summary = element("summary", "", `${this.#time()} ${direction === "to widget" ? "→" : "←"} ${this.#name(direction, message)}`);
    log.append(element("li", isWrong ? "wrong" : "", element("details", "", summary, element("pre", "wrap", pretty(message)))));
    this.#by("log-count").textContent = String(log.childElementCount);
  }

  #name(direction, { id, method, error }) {
    const key = `${method ? direction : opposite(direction)} ${id}`;
    if (method) {
      if (id !== undefined) this.#asked.set(key, { method, at: clock() });
      return method;
    }
    const asked = this.#asked.get(key);
    const took = asked ? ` in ${Math.round(clock() - asked.at)} ms` : "";
    return `${asked?.method ?? "unknown"}: ${error ? `error, ${error.message}` : "answered"}${took}`;
  }

  #time() {
    return `${Math.round(clock() - this.#began)} ms`.padStart(8, "\u2007");
  }

  #tell(line) {
    this.#by("told").querySelector(".muted")?.remove();
    this.#by("told").append(line);
  }

  #say(text) {
    this.#by("said").textContent = text;
  }

  #count() {
    const mounts = this.#mounts === 1 ? "1 mount" : `${this.#mounts} mounts`;
    this.#by("stage-facts").textContent = `${mounts} · ${this.#violations} CSP violations`;
  }
}

const opposite = (direction) => (direction === "to widget" ? "from widget" : "to widget");

function facts(structured, content, isError) {
  const outcome = structured?.output?.outcome ?? structured?.error?.code;
  const isSame = isSameJson(content?.[0]?.text, structured);
  return [
    outcome && element("span", isError ? "badge bad" : "badge accent", outcome),
    isSame
      ? element("span", "badge good", "text and structured content say the same")
      : element("span", "badge warn", "text and structured content differ"),
  ].filter(Boolean);
}

function isSameJson(text, structured) {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(structured);
  } catch {
    return false; // the text is no JSON
  }
}
