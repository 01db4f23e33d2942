/* htmx over MCP: fills the views' templates from structuredContent, carries hx-post="/w/<handler>/" as tools/call. */
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  const view = byId("view");
  const toolNames = JSON.parse(byId("tool-names").textContent); // handler → the tool's name today
  const UNREADABLE = { message: "The result could not be read.", hint: "Ask the assistant to try again." };

  /* Templates: the same rules as widgetkit.py. Values become text and attribute values, never markup */
  const isObject = (value) => value !== null && typeof value === "object";
  const own = (thing, key) => (isObject(thing) && Object.hasOwn(thing, key) ? thing[key] : undefined);
  const find = (scope, path) => path.split(".").reduce(own, scope);
  const isThere = (value) => (isObject(value) ? Object.keys(value).length > 0 : Boolean(value));

  function asText(value) {
    if (typeof value === "string") return value.replaceAll("\0", "").replace(/\r\n?/g, "\n");
    return value === true || Number.isInteger(value) ? String(value) : "";
  }
  const LINK = /^https:\/\/[^/?#]|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?([/?#]|$)/i;
  const asLink = (value) => (LINK.test(asText(value)) ? asText(value) : "");
  const forms = { json: (value) => JSON.stringify(value ?? null), link: asLink };
  const write = (text, scope) =>
    text.replace(/\{\{([\w.]+)(?:\|(\w+))?\}\}/g, (_, path, form) => (forms[form] ?? asText)(find(scope, path)));

  function scopesOf({ each, alias, when, unless, as }, scope) {
    const value = find(scope, each ?? alias ?? when ?? unless);
    if (each) return (Array.isArray(value) ? value : []).map((item) => ({ ...scope, [as]: item }));
    if (alias) return [{ ...scope, [as]: value }];
    return isThere(value) === (when !== undefined) ? [scope] : [];
  }

  function fill(parent, scope) {
    for (const node of [...parent.childNodes]) {
      if (node.nodeType === Node.TEXT_NODE) node.data = write(node.data, scope);
      else if (node.localName === "template") {
        node.replaceWith(...scopesOf(node.dataset, scope).map((inner) => fill(node.content.cloneNode(true), inner)));
      } else if (node.nodeType === Node.ELEMENT_NODE) {
        for (const place of node.attributes) if (place.value.includes("{{")) place.value = write(place.value, scope);
        if (node.hasAttribute("href")) node.setAttribute("href", asLink(node.getAttribute("href")));
        fill(node, scope);
      }
    }
    return parent;
  }

  function render(name, content) {
    const box = document.createElement("div");
    box.append(fill(byId(`view-${name}`).content.cloneNode(true), content));
    return box.innerHTML;
  }
  function renderError(given, instead) {
    const error = isObject(given) ? given : UNREADABLE;
    return render("error", { error: { ...error, hint: instead ?? error.hint } });
  }

  /* Results: structuredContent, or the same JSON as text, whichever the app passes on */
  function contentOf({ structuredContent, content, isError }) {
    if (structuredContent) return structuredContent;
    const text = content?.find(({ type }) => type === "text")?.text ?? "";
    try { return JSON.parse(text); } catch { return { error: isError && text ? { ...UNREADABLE, message: text.slice(0, 300) } : UNREADABLE }; }
  }
  function pageOf(name, result, instead) {
    const content = contentOf(result);
    const output = result.isError ? undefined : own(content, "output");
    return { output, html: output ? render(name, content) : renderError(own(content, "error"), instead) };
  }

  /* Requests: tools and nothing else */
  let ties = {}; // what ties a call to this widget: the shortlist and the view that the shown result names
  const ask = (handler, args) => bridge.callTool(toolNames[handler] ?? handler, args);
  const call = (handler, args) => ask(handler, { ...args, ...ties });

  const ENDED = ["shortlist_unknown", "view_unknown"]; // an old widget's conversation is over: reading goes on without it
  async function read(handler, args) {
    const result = await call(handler, args);
    const isOver = handler === "get_job_details" && ENDED.includes(own(contentOf(result).error, "code"));
    return isOver ? ask(handler, args) : result;
  }
  const argument = (text) => (text.startsWith("[") ? JSON.parse(text) : text); // a button's value is JSON where it is a list

  async function answer(handler, args, instead) {
    const page = await read(handler, args)
      .then((result) => pageOf(handler, result, instead), (problem) => ({ html: renderError(problem, instead) }));
    return new Response(page.html, { status: page.output ? 200 : 422, headers: { "Content-Type": "text/html" } });
  }

  htmx.registerExtension("hx-mcp", {
    htmx_config_request(element, { ctx }) {
      const handler = /^\/w\/([a-z_]+)\/$/.exec(ctx.request.action)?.[1];
      if (!handler || ctx.request.method !== "POST") return false;
      const args = Object.fromEntries([...ctx.request.body].map(([name, text]) => [name, argument(text)]));
      ctx.fetch = () => answer(handler, args, element.dataset.instead); // what to do where the call fails
    },
  });

  /* Painting */
  let painted = "";
  function paint(html) {
    view.setAttribute("aria-busy", "false");
    htmx.swap({ target: view, text: html, swap: "innerHTML", sourceElement: view });
  }
  function show(result) {
    const { html, output } = pageOf(view.dataset.view, result);
    if (html === painted) return; // an app may send a result twice: what the user opened stays open
    painted = html;
    ties = Object.fromEntries(["shortlist", "view"].filter((key) => output?.[key]).map((key) => [key, output[key]]));
    paint(html);
    if (ties.shortlist) claim();
  }

  /* Of a conversation's widgets of this kind one acts: what another one tells would overwrite what the model knows from it */
  let others;
  try { others = new BroadcastChannel(view.dataset.view); } catch { /* an app that lets no widget hear another */ }

  function rest(isResting) {
    view.inert = isResting;
    byId("resting").hidden = !isResting;
  }
  function claim() {
    rest(false);
    others?.postMessage(ties);
  }
  others?.addEventListener("message", ({ data }) => data.shortlist === ties.shortlist && rest(data.view !== ties.view));
  byId("resting").addEventListener("click", claim);

  bridge.connect({
    tool: toolNames[view.dataset.view] ?? view.dataset.view,
    root: byId("root"),
    show,
    fail: (problem) => paint(renderError(problem)),
  });
  window.widget = { render, call };
})();
