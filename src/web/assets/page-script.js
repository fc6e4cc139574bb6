/** Enhancements of pages: copy buttons, a filter of long lists, a key for the search box, a bookmarklet. Pages work without. */

const SHOWN_FOR = 2000;

/** Copy button below each text to copy. */
for (const text of document.querySelectorAll("pre.recipe, pre.copy, a.copy")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copier";
  const what = document.createElement("span");
  what.className = "hidden";
  what.textContent = `: ${text.textContent.trim().slice(0, 40)}`;
  const reset = () => button.replaceChildren("Copy", what);
  reset();
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text.href ?? text.textContent);
      button.textContent = "Copied";
    } catch {
      // The clipboard needs HTTPS: select the text instead.
      getSelection().selectAllChildren(text);
      button.textContent = "Press Ctrl+C";
    }
    setTimeout(reset, SHOWN_FOR);
  });
  text.after(button);
}

/** Hides entries that lack a typed word, and groups without entries; opens the others. */
function filterBy(words, groups, status) {
  let count = 0;
  for (const group of groups) {
    let left = 0;
    for (const entry of group.querySelectorAll("li")) {
      const text = entry.textContent.toLowerCase();
      entry.hidden = !words.every((word) => text.includes(word));
      if (!entry.hidden) left++;
    }
    group.hidden = left === 0;
    group.open = words.length > 0 && left > 0;
    count += left;
  }
  status.textContent = words.length === 0 ? "" : `${count} found`;
}

const groups = document.querySelectorAll("details.group");
if (groups.length > 0) {
  const input = document.createElement("input");
  input.type = "search";
  input.autocomplete = "off";
  input.className = "filter-words";
  const label = document.createElement("label");
  label.append("Filter ", input);
  const status = document.createElement("output");
  const line = document.createElement("p");
  line.append(label, " ", status);
  groups[0].before(line);
  input.addEventListener("input", () => {
    filterBy(input.value.toLowerCase().split(/\s+/).filter(Boolean), groups, status);
  });
}

/** Announces the sections of the result to screen readers. A live region must exist before its text is set. */
const sections = document.querySelectorAll("#result h2");
if (sections.length > 0) {
  const status = document.createElement("p");
  status.className = "hidden";
  status.setAttribute("role", "status");
  document.body.append(status);
  setTimeout(() => {
    status.textContent = [...sections].map((section) => section.textContent.trim()).join(". ");
  });
}

/** The slash key focuses the search box, except while typing. */
document.addEventListener("keydown", (event) => {
  const box = document.querySelector("#q");
  const isWriting = event.target.closest("input, textarea, select, [contenteditable]");
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isWriting || !box) return;
  event.preventDefault();
  box.select();
});

for (const examples of document.querySelectorAll(".box + .examples")) {
  const line = document.createElement("p");
  line.className = "examples bookmarklet";
  const link = document.createElement("a");
  link.textContent = "Explain this page";
  line.append("Drag to your bookmarks: ", link);
  examples.after(line);
  const target = JSON.stringify(`${document.querySelector(".brand").href}?url=`);
  link.href = `javascript:location.href=${target}+encodeURIComponent(location.href)`;
  link.addEventListener("click", (event) => event.preventDefault());
}
