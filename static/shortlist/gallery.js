/* Fits each specimen's frame to its widget. Without this script the frames keep a height of 500 px and scroll. */

function fit(frame) {
  const root = frame.contentDocument?.getElementById("root");
  if (!root) return;
  const follow = () => {
    frame.style.height = `${Math.ceil(root.getBoundingClientRect().bottom)}px`;
  };
  new frame.contentWindow.ResizeObserver(follow).observe(root);
  follow();
}

for (const frame of document.querySelectorAll(".specimen iframe")) {
  frame.addEventListener("load", () => fit(frame));
  if (frame.contentDocument?.readyState === "complete") fit(frame);
}
