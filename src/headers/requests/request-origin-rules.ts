/** What several fields say of where a request comes from: Origin, Referer, Forwarded and its elders. */

import { type Context, type Note, rule } from "../field.ts";
import { fetchStandard, rfc } from "../specs.ts";
import { quote } from "../wording.ts";
import { request } from "./example.ts";

type Kind = "origin-referer-mismatch" | "forwarded-twice";

export const whereFrom = rule<Kind>({
  kinds: {
    "origin-referer-mismatch": {
      severity: "warning",
      link: fetchStandard("origin-header"),
      summary: "Origin and Referer name different origins, which no browser sends: one of them is made up.",
      bad: request(["Origin: https://a.example", "Referer: https://b.example/"]),
      good: request(["Origin: https://a.example", "Referer: https://a.example/"]),
    },
    "forwarded-twice": {
      severity: "warning",
      link: rfc(7239, "section-7.4"),
      summary:
        "Forwarded and X-Forwarded-* say different things: servers that read the one or the other disagree.",
      bad: request(["Forwarded: for=192.0.2.1", "X-Forwarded-For: 198.51.100.7"]),
      good: request(["Forwarded: for=192.0.2.1", "X-Forwarded-For: 192.0.2.1"]),
    },
  },
  check(context, note) {
    const [origin] = context.named("origin");
    const [referer] = context.named("referer");
    const page = referer && URL.parse(referer.line.value);
    if (
      origin &&
      page &&
      /^https?:/.test(page.protocol) &&
      /^https?:/.test(origin.line.value) &&
      origin.line.value !== page.origin &&
      URL.parse(origin.line.value)?.origin !== page.origin
    )
      note(
        "origin-referer-mismatch",
        `Origin is ${quote(origin.line.value)}, but Referer is a page of ${page.origin}.`,
        origin,
      );
    checkForwarded(context, note);
  },
});

function checkForwarded(context: Context, note: Note<Kind>): void {
  const [forwarded] = context.named("forwarded");
  if (!forwarded) return;
  for (const [name, parameter] of [
    ["x-forwarded-for", "for"],
    ["x-forwarded-proto", "proto"],
  ] as const) {
    const [elder] = context.named(name);
    const first = elder?.line.value.split(",")[0]?.trim().toLowerCase();
    const said = new RegExp(`\\b${parameter}="?\\[?([^",;\\]]+)`, "i")
      .exec(forwarded.line.value)?.[1]
      ?.toLowerCase();
    if (elder && first !== undefined && said !== undefined && first !== said)
      note(
        "forwarded-twice",
        `Forwarded says ${parameter}=${said}, but ${elder.line.sent} says ${quote(first)}.`,
        elder,
      );
  }
}
