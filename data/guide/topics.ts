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
import reports from "./reports.md" with { type: "text" };
import site from "./site.md" with { type: "text" };
import tests from "./tests.md" with { type: "text" };
import watch from "./watch.md" with { type: "text" };
import wordpress from "./wordpress.md" with { type: "text" };

/** Text of each topic, and a sentence for the list of topics. */
export const guide: ReadonlyMap<string, readonly [text: string, about: string]> = new Map([
  ["install", [install, "Build the executable or install a release, and check its signature."]],
  [
    "headers",
    [headers, "Paste header lines: each is explained, and each problem comes with the corrected line."],
  ],
  ["http", [http, "Every redirect of a URL with its timing, connection, certificate and headers."]],
  ["page", [page, "What a page loads, what browsers block, and a policy that allows just that."]],
  ["reports", [reports, "Collect what a policy blocks in browsers, and get the policy to enforce."]],
  ["ci", [ci, "Fail a build when a header disappears or a response gets slow."]],
  ["project", [project, "Keep the rules of a project in netlens.toml, next to its code."]],
  ["redirects", [redirects, "Check a map of redirects before and after a move."]],
  ["site", [site, "Look up all pages of a site and make one report."]],
  ["watch", [watch, "Get an alert when a site, a header or a certificate changes."]],
  ["tests", [tests, "Matchers for headers in bun:test, Vitest, Jest and Playwright."]],
  ["logs", [logs, "Add places, networks and user agents to every line of a log."]],
  ["addresses", [addresses, "Where an address is, which network it belongs to, and what to tell a visitor."]],
  ["agents", [agents, "Which browser or bot a string names, and whether the bot is genuine."]],
  ["assistants", [assistants, "Offer the lookups to Claude, Cursor or VS Code."]],
  ["production", [production, "Run the service for others: systemd, updates without a lost request."]],
  ["limits", [limits, "How many requests each address or token may make."]],
  ["proxies", [proxies, "Put the service behind nginx, Caddy, HAProxy or a CDN."]],
  ["databases", [databases, "Where places come from, and how to update them."]],
  ["observability", [observability, "Logs, metrics, traces and health checks."]],
  ["probe", [probe, "Let Prometheus check targets, with an existing blackbox.yml."]],
  ["wordpress", [wordpress, "Use the service from WordPress, or with clients of echoip."]],
  ["figures", [figures, "Measured speed and accuracy, next to other tools."]],
]);
