/* “On screen but not in the result”: whatever a widget shows must come from the result, or be a label of its own. */

/* The texts of `shown` that are explained neither by a value of `results` nor by the words of the widget's own `document`. */
export function unexplained(shown, results, document) {
  const values = [...new Set(results.flatMap(leaves))].filter((value) => value.length > 1).sort((one, other) => other.length - one.length);
  const words = plain(document);
  return [...new Set(shown)].filter((text) => !rest(text, values).every((piece) => words.includes(piece)));
}

/* What is left of a text once the values in it are taken out: a label, or the words around a value in one. */
function rest(text, values) {
  const bare = values.reduce((left, value) => left.replaceAll(value, "\u0000"), plain(text));
  return bare.split("\u0000").map((piece) => piece.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""));
}

function leaves(value) {
  if (value !== null && typeof value === "object") return Object.values(value).flatMap(leaves);
  return [plain(String(value))];
}

const plain = (text) => text.replace(/\s+/g, " ");
