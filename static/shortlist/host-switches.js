/* How the simulated host behaves: a form, filled by a preset or by the address, and the answers that follow from it. */

export class HostSwitches {
  #form;
  #hosts;
  #tell;

  /* `changed` is told after every change, a preset's included. */
  constructor(form, hosts, changed) {
    this.#form = form;
    this.#hosts = new Map(hosts.map((host) => [host.slug, host]));
    this.#tell = changed;
    form.addEventListener("change", ({ target }) => {
      if (target.name === "host") this.#dress(this.#hosts.get(target.value));
      this.#tell();
    });
  }

  chosen(name) {
    return new FormData(this.#form).get(name);
  }

  can(ability) {
    return !new FormData(this.#form).getAll("without").includes(ability);
  }

  get speaksMcp() {
    return this.chosen("bridge") !== "openai";
  }

  get hasWindow() {
    return this.chosen("bridge") !== "mcp";
  }

  get source() {
    const { seen, source } = this.#hosts.get(this.chosen("host"));
    return `As seen on ${seen}: ${source}.`;
  }

  /* For MCP Apps: what is not offered here is refused when it is asked for. */
  get capabilities() {
    return {
      logging: {},
      ...(this.can("tools") && { serverTools: {}, serverResources: {} }),
      ...(this.can("links") && { openLinks: {} }),
      ...(this.can("context") && { updateModelContext: this.can("text") ? { text: {}, structuredContent: {} } : { structuredContent: {} } }),
      ...(this.can("messages") && { message: { text: {} } }),
    };
  }

  /* For window.openai: the functions that there are. */
  get functions() {
    const offered = { callTool: "tools", sendFollowUpMessage: "messages", openExternal: "links", setWidgetState: "context", requestDisplayMode: "fullscreen" };
    return [...Object.keys(offered).filter((name) => this.can(offered[name])), "notifyIntrinsicHeight"];
  }

  get displayModes() {
    return this.can("fullscreen") ? ["inline", "fullscreen"] : ["inline"];
  }

  /* As a query; `fill` reads it back. */
  get query() {
    return new URLSearchParams(new FormData(this.#form));
  }

  /* A permalink's values go over its preset's; a theme that nobody names is the visitor's. */
  fill(query) {
    this.#check("theme", matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    const host = this.#hosts.get(query.get("host"));
    if (host) {
      this.#form.elements.host.value = host.slug;
      this.#dress(host);
    }
    if (query.has("width")) for (const box of this.#form.querySelectorAll("[name=without]")) box.checked = false; // a whole state
    for (const [name, value] of query) this.#check(name, value);
  }

  set(name, value) {
    this.#check(name, value);
    this.#tell();
  }

  #dress({ without, bridge, width, theme }) {
    for (const box of this.#form.querySelectorAll("[name=without]")) box.checked = without.includes(box.value);
    for (const [name, value] of Object.entries({ bridge, width, theme, display: "inline" })) if (value) this.#check(name, value);
  }

  #check(name, value) {
    const control = this.#form.querySelector(`input[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);
    if (control) control.checked = true;
  }
}
