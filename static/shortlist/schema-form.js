/* A form made from a tool's input schema. An empty field is left out of the arguments, as a model would leave it out. */

const element = (tag, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

const isList = (schema) => schema.type === "array" && schema.items?.type !== "object";
const isWhole = (schema) => schema.type === "object" || schema.type === "array"; // written as JSON, where it is no plain list

const pretty = (value) => JSON.stringify(value, null, 2);

/* Draws the fields into `box`, required ones first, and fills in `values`. */
export function drawForm(box, schema, values = {}) {
  const required = new Set(schema.required ?? []);
  const entries = Object.entries(schema.properties ?? {}).sort(([one], [other]) => required.has(other) - required.has(one));
  const fields = entries.map(([name, part]) => field(name, part, values[name], required.has(name)));
  box.replaceChildren(...fields);
}

/* The arguments as typed. Throws a SyntaxError that names the field where JSON is wrong. */
export function readForm(box, schema) {
  const found = {};
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const text = box.querySelector(`[name="${CSS.escape(name)}"]`).value;
    if (text.trim()) found[name] = parsed(name, part, text);
  }
  return found;
}

function field(name, schema, value, required) {
  const id = `field-${name}`;
  const control = makeControl(schema);
  Object.assign(control, { id, name, value: written(schema, value) });
  control.setAttribute("aria-describedby", `${id}-hint`);
  const label = element("label", { htmlFor: id }, element("code", { textContent: name }), required ? " required" : "");
  return element("div", { className: "field" }, label, control, element("p", { id: `${id}-hint`, textContent: hint(schema) }));
}

function makeControl(schema) {
  if (isWhole(schema)) return element("textarea", { rows: isList(schema) ? 2 : 6, spellcheck: false });
  if (schema.type === "boolean") return choice(["true", "false"]);
  if (schema.enum) return choice(schema.enum);
  if (schema.type === "integer" || schema.type === "number") return number(schema);
  return element("input", { type: "text", autocomplete: "off", ...(schema.maxLength && { maxLength: schema.maxLength }) });
}

function choice(values) {
  const options = values.map((value) => element("option", { value, textContent: value }));
  return element("select", {}, element("option", { value: "", textContent: "not sent" }), ...options);
}

function number({ type, minimum, maximum }) {
  const step = type === "integer" ? "1" : "any";
  return element("input", { type: "number", step, min: minimum ?? "", max: maximum ?? "" });
}

function hint(schema) {
  const known = schema.items?.enum;
  const form = isList(schema) ? "One a line." : isWhole(schema) ? "As JSON." : "";
  return [schema.description, form, known && `Known: ${known.join(", ")}.`].filter(Boolean).join(" ");
}

function written(schema, value) {
  if (value === undefined) return "";
  if (isList(schema)) return value.join("\n");
  return isWhole(schema) ? pretty(value) : String(value);
}

function parsed(name, schema, text) {
  if (isList(schema)) return text.split("\n").map((line) => line.trim()).filter(Boolean).map((line) => single(schema.items ?? {}, line));
  if (!isWhole(schema)) return single(schema, text);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(`${name} is not JSON: ${error.message}`);
  }
}

function single(schema, text) {
  if (schema.type === "boolean") return text === "true";
  return schema.type === "integer" || schema.type === "number" ? Number(text) : text;
}
