/** Flags that are not flags, or not of every command, and what to write instead. Ours, 28 November 2026. */

import { wordTable } from "./word-table.ts";

const CURL = "netlens curl, which takes curl's flags";

export const oldFlags = wordTable<string>({
  resolver: "--dns ADDRESS:PORT",
  "http-proxy": "--proxy URL",
  "http-timeout": "--timeout TIME",
  "http-connect-timeout": "--connect-timeout TIME",
  "max-time": "--timeout TIME, or --fail-over MS to fail",
  request: "--method METHOD",
  head: "--method HEAD",
  I: "-X HEAD",
  "data-ascii": "--data DATA",
  "user-agent": "--agent STRING",
  cookie: "-H 'Cookie: NAME=VALUE'",
  b: "-H 'Cookie: NAME=VALUE'",
  referer: "-H 'Referer: URL'",
  e: "-H 'Referer: URL'",
  network: "-4 or -6",
  "http1.1": "--http-version 1.1",
  http2: "--http-version 2",
  http3: "--http-version 3",
  rate: "--delay MS",
  brief: "--format brief",
  also: "--output FORMAT=FILE",
  html: "--output html=FILE",
  har: "--output har=FILE",
  "out-file": "--output FILE",
  csv: "--format csv",
  "csv-safe": "--format csv, which escapes formulas",
  fields: "--field once for each",
  "no-header": "--field, which prints no header row",
  L: CURL,
  location: CURL,
  S: CURL,
  "show-error": CURL,
  i: CURL,
  include: CURL,
  compressed: CURL,
});
