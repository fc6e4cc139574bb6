/** Tool that audits a page. */

import { Type } from "@sinclair/typebox";
import { PAGE } from "../api/limits.ts";
import { text } from "../api/schema.ts";
import { HttpBrief } from "../http/schema.ts";
import { leftOut, pageRows, sizeText } from "../view/page.ts";
import { LONGEST_URL, tool } from "./tool.ts";

/** Maximum listed resources, the broken first. */
const MOST_NAMED = 40;

/** Maximum listed reasons, hosts and notes. */
const MOST_NOTES = 20;

export const page = tool("audit_page", "What a page loads", {
  description:
    "Use it to find out why a script, font, image or frame of a page does not load, what is slow or risky, and to get a suggested Content-Security-Policy. It sends many requests.",
  input: Type.Object({
    url: text("URL of the page"),
    most: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: PAGE.usualResources,
        description: `Resources to request, ${PAGE.usualResources} by default`,
      }),
    ),
  }),
  output: Type.Object({
    url: Type.String(),
    status: HttpBrief.properties.status,
    count: Type.Integer(),
    resources: Type.Array(
      Type.Object({
        url: Type.String(),
        as: Type.String(),
        where: Type.String(),
        outcome: Type.String(),
        why: Type.String(),
      }),
    ),
    risky: Type.Array(Type.String()),
    slow: Type.Array(Type.String()),
    hosts: Type.Array(Type.String()),
    policy: Type.Optional(Type.String()),
    unseen: Type.Array(Type.String()),
  }),
  openWorld: true,
  run: async ({ url, most }, { audit }) => {
    const { resources, summary, policy, unseen, ...report } = await audit(url, { most });
    const notes = (all: typeof summary.risky) =>
      all.slice(0, MOST_NOTES).map(({ title, count }) => `${title}${count > 1 ? ` (${count})` : ""}`);
    const rows = pageRows(resources).slice(0, MOST_NAMED);
    return {
      url: report.url,
      status: report.status,
      count: resources.length,
      resources: rows.map(({ url, as, place, outcome, why }) => ({
        url: url.slice(0, LONGEST_URL),
        as,
        where: place,
        outcome,
        why: why.slice(0, MOST_NOTES).join(" "),
      })),
      risky: notes(summary.risky),
      slow: notes(summary.slow),
      hosts: summary.origins
        .slice(0, MOST_NOTES)
        .map(({ origin, requests, wireBytes }) => `${origin}: ${requests} requests, ${sizeText(wireBytes)}`),
      ...(policy && { policy: policy.reportOnly }),
      unseen: [...unseen, ...leftOut(report)],
    };
  },
  text: ({ url, status, count, resources, risky, slow, policy, unseen }) =>
    [
      `${status} ${url}: ${count} resources.`,
      ...resources
        .filter(({ outcome }) => outcome === "blocked" || outcome === "failed")
        .map(({ url, as, where, outcome, why }) => `- ${outcome}: ${as} ${url} (${where}). ${why}`),
      ...[...risky, ...slow].map((note) => `- ${note}`),
      ...(policy === undefined ? [] : [`Suggested policy: ${policy}`]),
      ...unseen.map((text) => `Not covered: ${text}`),
    ].join("\n"),
});
