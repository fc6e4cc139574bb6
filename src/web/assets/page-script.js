/** What pages gain where scripts run: buttons that copy, a filter of long lists, a key for the box, a bookmarklet. Nothing needs it. */

const SHOWN_FOR = 2000;

/** A button below each text that is there to be taken along. */
for (const text of document.querySelectorAll("pre.recipe, pre.copy, a.copy")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copier";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text.href ?? text.textContent);
      button.textContent = "Copied";
    } catch {
      // Without https there is no clipboard: the text is marked, ready for the keys.
      getSelection().selectAllChildren(text);
      button.textContent = "Press Ctrl+C";
    }
    setTimeout(() => {
      button.textContent = "Copy";
    }, SHOWN_FOR);
  });
  text.after(button);
}

/** Entries are hidden that lack a word of what is typed, and groups without entries; all others open. */
function filterBy(words, groups, said) {
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
  said.textContent = words.length === 0 ? "" : `${count} found`;
}

const groups = document.querySelectorAll("details.group");
if (groups.length > 0) {
  const input = document.createElement("input");
  input.type = "search";
  input.autocomplete = "off";
  input.className = "filter-words";
  const label = document.createElement("label");
  label.append("Filter ", input);
  const said = document.createElement("output");
  const line = document.createElement("p");
  line.append(label, " ", said);
  groups[0].before(line);
  input.addEventListener("input", () => {
    filterBy(input.value.toLowerCase().split(/\s+/).filter(Boolean), groups, said);
  });
}

/** Who hears the page is told once what each section of the result is about. A region has to stand before it speaks. */
const sections = document.querySelectorAll("#result h2");
if (sections.length > 0) {
  const said = document.createElement("p");
  said.className = "hidden";
  said.setAttribute("role", "status");
  document.body.append(said);
  setTimeout(() => {
    said.textContent = [...sections].map((section) => section.textContent.trim()).join(". ");
  });
}

/** A slash leads to the box, unless somebody writes. */
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
