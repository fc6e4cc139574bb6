/** The manual: one Markdown file a topic, in the order of the index. A topic is its file here and its row below. */

import proxies from "./proxies.md" with { type: "text" };
import redirects from "./redirects.md" with { type: "text" };

export const guide: ReadonlyMap<string, string> = new Map([
  ["redirects", redirects],
  ["proxies", proxies],
]);
