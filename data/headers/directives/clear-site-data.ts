/** Types in Clear-Site-Data. Keys in their exact case, without quotation marks. */

import { wordTable } from "../../word-table.ts";

export const clearSiteDataTypes = wordTable({
  cache: "The browser's cached responses of this origin.",
  cookies: "All cookies of the registrable domain, subdomains included, and login credentials.",
  storage: "Local storage, session storage, IndexedDB, service workers and other stored data of this origin.",
  executionContexts: "Reloads all open pages of this origin. Hardly supported.",
  clientHints: "The client hints that this origin asked for with Accept-CH.",
  prefetchCache: "Pages prefetched through speculation rules.",
  prerenderCache: "Pages prerendered through speculation rules.",
  "*": "All types of data, including those defined in the future.",
});
