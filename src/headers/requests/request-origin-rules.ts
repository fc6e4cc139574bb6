/** Contradictions between fields on the origin of a request: Origin, Referer, Forwarded and the fields before it. */

import { type Context, rule } from "../field.ts";
import { problem } from "../problem.ts";
import { fetchStandard, rfc } from "../specs.ts";
import { quote } from "../wording.ts";
import { request } from "./example.ts";

/** Origin, and the origin that Referer has in its place. */
function otherOrigin({ named }: Context) {
  const [origin] = named("origin");
  const [referer] = named("referer");
  const page = referer && URL.parse(referer.line.value);
  if (!origin || !page || !/^https?:/.test(page.protocol)) return undefined;
  const { value } = origin.line;
  if (!/^https?:/.test(value) || value === page.origin || URL.parse(value)?.origin === page.origin)
    return undefined;
  return { origin, other: page.origin };
}

const ELDERS = [
  ["x-forwarded-for", "for"],
  ["x-forwarded-proto", "proto"],
] as const;

/** The first hop of Forwarded, and the older field that names another. */
function contradicting({ named }: Context) {
  const [forwarded] = named("forwarded");
  return ELDERS.flatMap(([name, parameter]) => {
    const [elder] = named(name);
    const first = elder?.line.value.split(",")[0]?.trim().toLowerCase();
    const said = new RegExp(`\\b${parameter}="?\\[?([^",;\\]]+)`, "i")
      .exec(forwarded?.line.value ?? "")?.[1]
      ?.toLowerCase();
    return elder && first !== undefined && said !== undefined && first !== said
      ? [{ elder, first, says: `${parameter}=${said}` }]
      : [];
  });
}

export const whereFrom = rule([
  problem({
    id: "origin-referer-mismatch",
    severity: "warning",
    link: fetchStandard("origin-header"),
    summary: "Origin and Referer name different origins, which browsers never send: one of them is forged.",
    detect: otherOrigin,
    title: ({ origin, other }) => `Origin is ${quote(origin.line.value)}, but Referer is a page on ${other}.`,
    at: ({ origin }) => origin,
    bad: request(["Origin: https://a.example", "Referer: https://b.example/"]),
    good: request(["Origin: https://a.example", "Referer: https://a.example/"]),
  }),
  problem({
    id: "forwarded-twice",
    severity: "warning",
    link: rfc(7239, "section-7.4"),
    summary: "Forwarded and X-Forwarded-* differ, so servers that read one or the other disagree.",
    detectAll: contradicting,
    title: ({ elder, first, says }) => `Forwarded says ${says}, but ${elder.line.sent} says ${quote(first)}.`,
    at: ({ elder }) => elder,
    bad: request(["Forwarded: for=192.0.2.1", "X-Forwarded-For: 198.51.100.7"]),
    good: request(["Forwarded: for=192.0.2.1", "X-Forwarded-For: 192.0.2.1"]),
  }),
]);
