/* The tool editor: beside each text, buttons that fill in what is live or was shipped. The server's page does the same. */

const resets = JSON.parse(document.getElementById("resets").textContent);

for (const { field, label, source, text } of resets) {
  const control = document.getElementById(field);
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "reset", textContent: `Reset to ${source}` });
  button.setAttribute("aria-label", `Reset to ${source}: ${label}`);
  button.addEventListener("click", () => fill(control, text));
  const show = () => (button.hidden = control.value === text);
  control.addEventListener("input", show);
  show();
  room(control).append(button);
}

/* The focus goes to the text, because the button hides once it has nothing more to do. */
function fill(control, text) {
  control.value = text;
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.focus();
}

function room(control) {
  if (control.nextElementSibling?.className !== "resets") {
    control.insertAdjacentElement("afterend", Object.assign(document.createElement("span"), { className: "resets" }));
  }
  return control.nextElementSibling;
}
