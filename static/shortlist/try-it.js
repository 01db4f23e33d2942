/* “Try it”: draws a field for each parameter in place of the JSON. Without this script the JSON is typed. */

import { drawForm, readForm } from "./schema-form.js";

const schema = JSON.parse(document.getElementById("schema").textContent);
const by = (id) => document.getElementById(id);

function begin() {
  drawForm(by("fields"), schema, JSON.parse(by("arguments").value));
  by("raw-box").hidden = true;
  by("call").addEventListener("submit", send);
}

function send(event) {
  try {
    by("arguments").value = JSON.stringify(readForm(by("fields"), schema));
  } catch (error) {
    event.preventDefault();
    by("mistake").textContent = error.message;
    by("mistake").hidden = false;
  }
}

try {
  begin();
} catch {
  // What was typed is no JSON: the box with it stays.
}
