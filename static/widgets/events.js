/* What the user does with a job: told to the model as events in the third person, and reported to the server as the user's own.
   The markup declares it: data-opened, data-closed and data-done say "event: what the user did", data-report names the action. */
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  const REPORT_WITHIN = 2000; // milliseconds that a message to the assistant waits for the server to hear of the choice
  document.documentElement.dataset.inChat = ""; // buttons that talk to the assistant appear

  /* A job as it is named to the model. Its title is the employer's: it can neither end its quotes nor begin a line */
  const jobOf = (element) => element.closest("[data-job]").dataset;
  function titleOf(element, most) {
    const letters = [...jobOf(element).title.replace(/[\s“”]+/g, " ")];
    return `“${letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : letters.join("")}”`;
  }
  const named = (element, most = 40) => `${titleOf(element, most)} (job ${jobOf(element).job})`;

  function stateText() {
    const rows = [...byId("view").querySelectorAll("[data-job]:not([data-job] *)")];
    const list = (found) => found.join("; ") || "none";
    const idsWith = (selector) => list(rows.filter((row) => row.querySelector(selector)).map((row) => `job ${row.dataset.job}`));
    return [
      `Shown to the user: ${list(rows.map((row) => named(row)))}.`,
      `Open now: ${idsWith("[aria-expanded=true]")}.`,
      `Saved: ${idsWith(".sl-mark:not(:empty)")}.`,
    ].join("\n");
  }

  function tell(element, declared) {
    const [event, deed] = declared.split(": ");
    bridge.record(stateText, event, `The user ${deed} ${named(element)}.`);
  }

  async function report(element) { // nobody waits for it, nothing fails with it
    const { job } = jobOf(element), action = element.dataset.report;
    if (action) await widget.call("update_shortlist", { changes: [{ id: job, action }] }).catch(() => {});
  }

  async function makeRoom(button) { // as long as something is open
    await bridge.display(byId("view").querySelector("[aria-expanded=true]") ? "fullscreen" : "inline");
    button.scrollIntoView({ block: "nearest" });
  }

  addEventListener("disclosure", ({ target, detail: { isOpen } }) => {
    makeRoom(target);
    if (!target.dataset.opened) return;
    byId("status").textContent = isOpen ? `Opened below: ${named(target)}` : "";
    tell(target, isOpen ? target.dataset.opened : target.dataset.closed);
  });

  addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    const { sourceElement, response } = ctx;
    if (sourceElement.dataset.done && response.status < 400) tell(sourceElement, sourceElement.dataset.done);
  });

  addEventListener("click", (event) => {
    const link = event.target.closest("a[href]"), button = event.target.closest(".sl-say");
    if (button) carryOn(button);
    if (!link) return;
    event.preventDefault(); // a sandboxed frame can't open a page by itself
    if (link.getAttribute("href")) follow(link);
  });

  async function follow(link) { // the link first: a server that is slow or away must not hold it up
    try { await bridge.openLink(link.href); } catch { return offerCopy(link); }
    tell(link, link.dataset.done);
    report(link);
  }

  async function carryOn(button) {
    if (button.hasAttribute("aria-busy")) return; // one message, however often it is pressed
    button.setAttribute("aria-busy", "true");
    tell(button, button.dataset.done);
    await bridge.within(REPORT_WITHIN, report(button)).catch(() => {});
    await bridge.say(`The user chose ${named(button, 80)} to continue with.`)
      .then(() => note(button, "The assistant has been told."), () => note(button, `Ask the assistant to continue with ${titleOf(button, 80)}, job ${jobOf(button).job}.`));
    button.removeAttribute("aria-busy");
  }

  /* Answers in place */
  function note(element, ...parts) {
    const line = document.createElement("p");
    line.className = "sl-note";
    line.append(...parts);
    element.closest("[data-job]").querySelector(".sl-told").replaceChildren(line);
  }
  function offerCopy(link) {
    const field = Object.assign(document.createElement("input"), { readOnly: true, value: link.href, onfocus: () => field.select() });
    field.setAttribute("aria-label", "The link, to copy");
    note(link, "The chat app did not open the link. Copy it:", field);
  }
})();
