/** Values of X-Frame-Options. */

import { wordTable } from "../../word-table.ts";

export const frameOptions = wordTable({
  deny: "No page may show this page in a frame.",
  sameorigin: "Only pages of the same origin may show this page in a frame.",
});
