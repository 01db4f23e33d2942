/* Copy buttons. They appear only where the browser can copy (a secure page, or localhost). */

const status = document.getElementById("copied");

async function copy(button) {
  const source = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(source.textContent);
    status.textContent = `Copied: ${source.getAttribute("aria-label")}`;
    button.firstChild.data = "Copied";
  } catch {
    getSelection().selectAllChildren(source);
    status.textContent = "The browser refused to copy. The text is selected: press Ctrl+C, or Cmd+C on a Mac.";
    button.firstChild.data = "Selected";
  }
}

if (navigator.clipboard) {
  for (const button of document.querySelectorAll("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
}
