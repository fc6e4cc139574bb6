/** Types in Clear-Site-Data. Keys in their exact case, without quotation marks. */

import { wordTable } from "../../word-table.ts";

export const clearSiteDataTypes = wordTable({
  cache: "The browser's cached responses of this origin.",
  cookies: "All cookies of the registrable domain, subdomains included, and login credentials.",
  storage: "Local storage, session storage, IndexedDB, service workers and other stored data of this origin.",
  executionContexts:
    "Planned to reload all open pages of this origin. No current browser supports it: Firefox dropped it in 68, Safari in 18.3.",
  clientHints: "The client hints that this origin asked for with Accept-CH.",
  prefetchCache: "Pages prefetched through speculation rules.",
  prerenderCache: "Pages prerendered through speculation rules.",
  "*": "All types of data, including those defined in the future.",
});
