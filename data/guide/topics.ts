/** The manual: one Markdown file per topic, in the order of the index. Each topic has a file and a row below. */

import addresses from "./addresses.md" with { type: "text" };
import agents from "./agents.md" with { type: "text" };
import assistants from "./assistants.md" with { type: "text" };
import ci from "./ci.md" with { type: "text" };
import databases from "./databases.md" with { type: "text" };
import figures from "./figures.md" with { type: "text" };
import headers from "./headers.md" with { type: "text" };
import http from "./http.md" with { type: "text" };
import install from "./install.md" with { type: "text" };
import limits from "./limits.md" with { type: "text" };
import logs from "./logs.md" with { type: "text" };
import observability from "./observability.md" with { type: "text" };
import page from "./page.md" with { type: "text" };
import probe from "./probe.md" with { type: "text" };
import production from "./production.md" with { type: "text" };
import project from "./project.md" with { type: "text" };
import proxies from "./proxies.md" with { type: "text" };
import redirects from "./redirects.md" with { type: "text" };
import site from "./site.md" with { type: "text" };
import tests from "./tests.md" with { type: "text" };
import watch from "./watch.md" with { type: "text" };
import wordpress from "./wordpress.md" with { type: "text" };

export const guide: ReadonlyMap<string, string> = new Map([
  ["install", install],
  ["headers", headers],
  ["http", http],
  ["page", page],
  ["ci", ci],
  ["project", project],
  ["redirects", redirects],
  ["site", site],
  ["watch", watch],
  ["tests", tests],
  ["logs", logs],
  ["addresses", addresses],
  ["agents", agents],
  ["assistants", assistants],
  ["production", production],
  ["limits", limits],
  ["proxies", proxies],
  ["databases", databases],
  ["observability", observability],
  ["probe", probe],
  ["wordpress", wordpress],
  ["figures", figures],
]);
