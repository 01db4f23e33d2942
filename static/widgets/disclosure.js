/* A button with aria-expanded opens and closes what it controls. Where htmx has to fetch that first, it does so once;
   after an error the same button tries again. Works in a chat app and on a page alike. */
(() => {
  "use strict";
  const panelOf = (button) => document.getElementById(button.getAttribute("aria-controls"));
  const isError = (panel) => panel.querySelector(":scope > [role=alert]") !== null;
  const isFetched = (panel) => panel.childElementCount > 0 && !isError(panel);

  function open(button, isOpen) {
    button.setAttribute("aria-expanded", isOpen);
    panelOf(button).toggleAttribute("data-open", isOpen);
    button.dispatchEvent(new CustomEvent("disclosure", { bubbles: true, detail: { isOpen } }));
  }

  addEventListener("click", (event) => {
    const button = event.target.closest("[aria-expanded][aria-controls]");
    const panel = button && panelOf(button);
    if (!panel || (button.matches("[hx-post]") && !isFetched(panel))) return; // htmx fetches
    event.stopPropagation();
    open(button, button.getAttribute("aria-expanded") !== "true");
  }, true); // before htmx, which listens on the button itself

  const onHtmx = (name, act) => addEventListener(`htmx:${name}`, (event) => {
    const button = event.detail.ctx?.sourceElement;
    if (button?.matches("[aria-expanded]")) act(button, panelOf(button));
  });
  onHtmx("before:request", (button) => button.setAttribute("aria-busy", "true"));
  onHtmx("finally:request", (button) => button.removeAttribute("aria-busy"));
  onHtmx("after:swap", (button, panel) => {
    if (isError(panel)) panel.toggleAttribute("data-open", true); // shown, yet the button stays ready to try again
    else open(button, true);
  });
})();
