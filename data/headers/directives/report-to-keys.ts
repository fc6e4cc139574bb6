/** Members of a Report-To object. */

import { wordTable } from "../../word-table.ts";

export const reportToKeys = wordTable({
  group: "The name of this group of endpoints; default where absent.",
  max_age: "Seconds for which the browser remembers the group; 0 removes it.",
  endpoints: "The addresses that take the reports.",
  include_subdomains: "Whether the group also serves the subdomains.",
  url: "The address of an endpoint.",
  priority: "Order of the endpoints: lower comes first.",
  weight: "The share of reports among endpoints of the same priority.",
});
