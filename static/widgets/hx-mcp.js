/* htmx over MCP: fills the views' templates from structuredContent, carries hx-post="/w/<handler>/" as tools/call. */
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  const view = byId("view"), shows = view.dataset.view;
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
  const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt()};`);

  function scopesOf({ each, alias, when, unless, as }, scope) {
    const value = find(scope, each ?? alias ?? when ?? unless);
    if (each) return (Array.isArray(value) ? value : []).map((item) => ({ ...scope, [as]: item }));
    if (alias) return [{ ...scope, [as]: value }];
    return isThere(value) === (when !== undefined) ? [scope] : [];
  }

  /* A template is read once and gives a function from scope to markup; the templates in it leave a number in their place */
  const HOLE = /(href=")?\{\{([\w.]+)(?:\|(\w+))?\}\}/g;
  function compile(template) {
    const inner = { ...[...template.content.querySelectorAll("template")].map((node, number) => {
      node.replaceWith(`{{${number}}}`);
      const write = compile(node);
      return (scope) => scopesOf(node.dataset, scope).map(write).join("");
    }) };
    const markup = template.innerHTML;
    return (scope) => markup.replace(HOLE, (_, href = "", path, form) => {
      const write = own(inner, path), value = find(scope, path);
      return write ? write(scope) : href + escape((forms[href ? "link" : form] ?? asText)(value));
    });
  }
  const views = {};
  for (const node of document.querySelectorAll("template")) views[node.id] = compile(node);
  const render = (name, content) => views[`view-${name}`](content);
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

  async function read(handler, args) {
    const result = await call(handler, args);
    const isOver = handler === "get_job_details" && /^(shortlist|view)_unknown$/.test(own(contentOf(result).error, "code"));
    return isOver ? ask(handler, args) : result; // the conversation is over: reading goes on without its ids
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
  let painted;
  function paint(html) {
    view.ariaBusy = "false";
    view.innerHTML = html;
    htmx.process(view);
  }
  function show(result) {
    const { html, output } = pageOf(shows, result);
    if (html === painted) return; // an app may send a result twice: what the user opened stays open
    painted = html;
    ties = Object.fromEntries(["shortlist", "view"].filter((key) => output?.[key]).map((key) => [key, output[key]]));
    paint(html);
    if (ties.shortlist) claim();
  }

  /* Of a conversation's widgets of this kind one acts: what another one tells would overwrite what the model knows from it */
  let others;
  try { others = new BroadcastChannel(shows); } catch { /* an app that lets no widget hear another */ }

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
    tool: toolNames[shows] ?? shows,
    root: byId("root"),
    show,
    fail: (problem) => paint(renderError(problem)),
  });

  /* While the app answers, eight jobs are laid out that nobody sees: what comes then meets warm fonts, styles and script */
  const loading = view.innerHTML, text = "Jobs 1–2", job = { title: text, company: text, pay: { text }, reason: text };
  paint(render(shows, { output: { jobs: Array(8).fill(job) } }));
  void view.offsetHeight; // asks for a layout
  view.innerHTML = loading;
  view.ariaBusy = "true";
  window.widget = { render, call };
})();
