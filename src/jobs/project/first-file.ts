/** Generates a project file from the current state of a site. Pure. */

import type { HttpReport } from "../../http/schema.ts";
import { type Finding, findingsOf } from "./findings.ts";

/** Protections that a site can lose without a visible effect. */
const GUARDED = [
  "content-security-policy",
  "permissions-policy",
  "referrer-policy",
  "strict-transport-security",
  "x-content-type-options",
  "x-frame-options",
];

/**
 * Text of a project file. It turns off the current findings (titles as comments) and requires the protections
 * that are sent. Failed lookups get no rule.
 */
export function firstFile(reports: readonly HttpReport[], version: string): string {
  const found = new Map<string, Finding>();
  for (const report of reports)
    for (const finding of findingsOf(report))
      if (!report.steps.some(({ error }) => error?.code === finding.name)) found.set(finding.name, finding);
  const sent = new Set(reports.flatMap(({ headers }) => headers.map(({ name }) => name)));
  const required = GUARDED.filter((name) => sent.has(name));
  const urls = reports.map(({ url }) => url).filter((url) => url !== "");
  return [
    `# Written by netlens ${version}${urls.length > 0 ? ` from ${urls.map(line).join(", ")}` : ""}. Edit it as you like:`,
    "# netlens guide project explains each table, netlens rules lists the rules in effect.",
    'fail-on = ["warning"]',
    "",
    "# Current findings are off, so that only new ones fail. Fix one, then delete its row.",
    "[rules]",
    ...[...found.values()].map(
      ({ name, severity, title }) => `${name} = "off" # ${severity}: ${line(title)}`,
    ),
    ...(required.length > 0
      ? [
          "",
          "# Headers sent now: a run fails if one is missing.",
          "[require]",
          ...required.map((name) => `${name} = true`),
        ]
      : []),
    "",
    "[limits]",
    "certificate-days = 14",
    "# What a page may load, for netlens page; tables such as [limits.script] and [limits.third-party] limit a part.",
    "# requests = 60",
    "# bytes = 1500000",
    "# third-parties = 5",
    "# blocked = 0",
    "",
  ].join("\n");
}

/** Removes control characters, for use in a comment: titles quote sent values. */
const line = (text: string) => text.replace(/[\u0000-\u001f\u007f]+/g, " ");
