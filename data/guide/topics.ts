/** The manual: one Markdown file a topic, in the order of the index. A topic is its file here and its row below. */

import probe from "./probe.md" with { type: "text" };
import project from "./project.md" with { type: "text" };
import proxies from "./proxies.md" with { type: "text" };
import redirects from "./redirects.md" with { type: "text" };

export const guide: ReadonlyMap<string, string> = new Map([
  ["project", project],
  ["redirects", redirects],
  ["proxies", proxies],
  ["probe", probe],
]);
