/** Members of an NEL object (Network Error Logging). */

import { wordTable } from "../../word-table.ts";

export const nelKeys = wordTable({
  report_to: "The name of the group in Report-To that takes the reports.",
  max_age: "How many seconds the browser remembers this policy; 0 removes it.",
  include_subdomains: "Whether failures of subdomains are reported too; only DNS errors are.",
  success_fraction: "The share of successful requests that are reported, from 0 to 1; 0 when absent.",
  failure_fraction: "The share of failed requests that are reported, from 0 to 1; 1 when absent.",
  request_headers: "Request headers whose values go into the reports.",
  response_headers: "Response headers whose values go into the reports.",
});
