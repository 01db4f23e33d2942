/* The host's side of MCP Apps (2026-01-26): holds one widget in the sandbox and speaks JSON-RPC with it by postMessage. */

const PATIENCE = 5000; // milliseconds until a silent sandbox counts as absent
const SANDBOX = /^(ui\/notifications\/sandbox-|openai\/)/; // what the sandbox hears where there is no bridge
const FAREWELL = 1000; // milliseconds that a widget has for its last words

export const SILENCE = Symbol("no answer"); // what a request handler gives that leaves the widget waiting

const failure = (code, message) => Object.assign(new Error(message), { code });

export class WidgetHost {
  #frame;
  #speaksMcp = true;
  #isThere = false; // whether the sandbox has loaded: a message before that would go to an empty page
  #awaited = new Map();
  #quiet = new Set(); // questions to the sandbox itself: no part of the conversation with the widget
  #nextId = 1;
  #hear = (event) => this.#receive(event);

  /* `requests` answer by method (they may be async and may throw), `notices` are told by method, `journal` hears it all. */
  constructor({ origin, requests, notices, journal }) {
    this.origin = origin;
    this.requests = requests;
    this.notices = notices;
    this.journal = journal;
  }

  /* Resolves when the widget has initialised; rejects where the sandbox or the widget stays silent.
     `openai` is what window.openai holds, absent where there is none; `speaksMcp` whether there is a bridge beside it. */
  open(stage, { html, openai, speaksMcp }) {
    this.#speaksMcp = speaksMcp;
    this.#frame = document.createElement("iframe");
    this.#frame.title = "The widget, as the user sees it";
    this.#frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
    addEventListener("message", this.#hear);
    const ready = this.#ready({ html, openai, speaksMcp });
    this.#frame.src = `${this.origin}/preview/sandbox/`;
    stage.replaceChildren(this.#frame);
    return ready;
  }

  notify(method, params) {
    if (this.#speaksMcp || SANDBOX.test(method)) this.#send({ method, params });
  }

  /* Resolves to the widget's answer, or to undefined when it has not come within `patience` milliseconds. */
  ask(method, params, patience) {
    const id = this.#nextId++;
    const { promise, resolve } = Promise.withResolvers();
    this.#awaited.set(id, resolve);
    if (method.startsWith("sandbox/")) this.#quiet.add(id);
    setTimeout(resolve, patience);
    this.#send({ id, method, params });
    return promise.finally(() => this.#awaited.delete(id));
  }

  /* Lets the widget say its last words, then takes it down. Safe to call twice. */
  async close(reason) {
    if (!this.#frame?.isConnected) return;
    if (this.#speaksMcp && this.#isThere) await this.ask("ui/resource-teardown", { reason }, FAREWELL);
    removeEventListener("message", this.#hear);
    this.#frame.remove();
  }

  resize(height) {
    this.#frame.style.height = `${Math.ceil(height)}px`;
  }

  #ready(resource) {
    const { promise, resolve, reject } = Promise.withResolvers();
    const alarm = setTimeout(() => reject(failure(-32000, `The sandbox at ${this.origin} did not start the widget.`)), PATIENCE);
    const { openai, speaksMcp, ...rest } = resource;
    this.notices["ui/notifications/sandbox-proxy-ready"] = () => {
      this.notify("openai/dialects", { openai, speaksMcp }); // ours alone: the standard's message has no place for it
      this.notify("ui/notifications/sandbox-resource-ready", rest);
    };
    this.notices["ui/notifications/initialized"] = this.notices["openai/ready"] = () => {
      clearTimeout(alarm);
      resolve();
    };
    return promise;
  }

  #send(message) {
    if (!this.#isThere || !this.#frame.isConnected) return;
    const whole = { jsonrpc: "2.0", ...message };
    if (!whole.method?.startsWith("sandbox/")) this.journal("to widget", whole);
    this.#frame.contentWindow.postMessage(whole, this.origin);
  }

  #receive({ source, origin, data }) {
    if (source !== this.#frame.contentWindow || origin !== this.origin || data?.jsonrpc !== "2.0") return;
    this.#isThere = true;
    if (data.method !== undefined || !this.#quiet.delete(data.id)) this.journal("from widget", data);
    if (data.method === undefined) this.#awaited.get(data.id)?.(data.result ?? {});
    else if (data.id === undefined) this.notices[data.method]?.(data.params ?? {});
    else this.#answer(data);
  }

  async #answer({ id, method, params }) {
    try {
      const handle = this.requests[method];
      if (!handle) throw failure(-32601, `This host does not know ${method}.`);
      const result = await handle(params ?? {});
      if (result !== SILENCE) this.#send({ id, result });
    } catch (error) {
      this.#send({ id, error: { code: error.code ?? -32603, message: error.message } });
    }
  }
}
