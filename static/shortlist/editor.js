/* The tool editor: beside each field, buttons that fill in what is live or was shipped (the server's page does the same);
   and in the JSON that a client reads, the place that was just changed. */

const resets = JSON.parse(document.getElementById("resets").textContent);

for (const { field, label, source, value } of resets) {
  const control = document.getElementById(field);
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "reset", textContent: `Reset to ${source}` });
  button.setAttribute("aria-label", `Reset to ${source}: ${label}`);
  button.addEventListener("click", () => fill(control, value));
  const show = () => (button.hidden = says(control, value));
  control.addEventListener("input", show);
  show();
  room(control).append(button);
}

function says(control, value) {
  return control.type === "checkbox" ? control.checked === value : control.value === String(value ?? "");
}

/* The focus goes to the field, because the button hides once it has nothing more to do. */
function fill(control, value) {
  if (control.type === "checkbox") control.checked = value;
  else control.value = value ?? "";
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.focus();
}

/* After the field, and after its label where that follows it. */
function room(control) {
  const last = control.type === "checkbox" ? control.parentElement.lastElementChild : control;
  if (last.className === "resets") return last;
  if (last.nextElementSibling?.className !== "resets") {
    last.insertAdjacentElement("afterend", Object.assign(document.createElement("span"), { className: "resets" }));
  }
  return last.nextElementSibling;
}

let marked = [];

/* The pane keeps its place while somebody types, unless what they changed stands elsewhere. */
document.getElementById("wire")?.addEventListener("htmx:after:swap", ({ currentTarget }) => {
  const pane = currentTarget.querySelector("pre.wire");
  const marks = [...currentTarget.querySelectorAll(".wire :is(ins, del)")];
  const before = new Set(marked);
  marked = marks.map((mark) => mark.textContent);
  const changed = marks.find((mark) => !before.has(mark.textContent));
  if (changed) pane.scrollTop = changed.offsetTop - pane.clientHeight / 3;
});
