/** Sentences on policies: CSP, framing, features, HSTS, referrers. Pure. */

import { wordTable } from "../../../data/word-table.ts";
import { framersText, type ReportedVerdicts, sourcesText } from "../../headers/verdicts.ts";
import { capital, duration, listing } from "../../headers/wording.ts";
import { byRank, isNow, other, type Say, type Sentence } from "./sentence-forms.ts";

type Directive = NonNullable<ReportedVerdicts["policy"]>["directives"][string];

function allowedBy(directive: Directive | undefined): string {
  if (!directive) return "anything";
  const parts = [
    ...[sourcesText(directive) ?? []].flat(),
    ...(directive.inline ? ["any inline code"] : []),
    ...(directive.eval ? ["eval"] : []),
  ];
  return parts.length === 0 ? "nothing" : listing(parts);
}

/** Describes a new or removed policy as one change; its directives are shown in the difference of the field. */
export function policy(a: object = {}, b: object = {}): Sentence | undefined {
  const froms = (all: object) => new Set(Object.values(all).map(({ from }: Directive) => from)).size;
  const [before, after] = [froms(a), froms(b)];
  if (Math.min(before, after) > 0 || Math.max(before, after) < 2) return undefined;
  const title =
    after > 0
      ? "A policy now restricts what the page may load; before, it might load anything."
      : "No policy restricts what the page may load; before, one did.";
  return byRank(title, before, after);
}

/** Describes a changed directive. Returns null if it allows the same and lists the same hashes. */
export function directive(a: Directive | undefined, b: Directive | undefined, key: string): Sentence | null {
  const [before, after] = [allowedBy(a), allowedBy(b)];
  const rank = (each: Directive | undefined) => (!each ? 0 : each.inline ? 1 : 2);
  const from = b?.from ?? a?.from ?? key;
  const isNamed = from === "default-src" || key.startsWith(from);
  const called = isNamed ? from : `${key} (by ${from})`;
  if (before === after)
    return String(a?.hashes) === String(b?.hashes) ? null : other(`${called} now lists other hashes.`);
  return byRank(`${called} now allows ${after}; before, ${before}.`, rank(a), rank(b));
}

export function load(
  a: { readonly allowed?: boolean } | undefined,
  b: { readonly allowed?: boolean } | undefined,
  what: string,
): Sentence | undefined {
  if (a?.allowed === undefined || b?.allowed === undefined || a.allowed === b.allowed) return undefined;
  return other(`The policy ${b.allowed ? "now allows" : "no longer allows"} ${what} to load.`);
}

type Framing = NonNullable<ReportedVerdicts["framing"]>;

export function framing(a: Framing | undefined, b: Framing | undefined): Sentence | undefined {
  if (!a || !b) return undefined;
  const [before, after] = [a, b].map(({ by }) => framersText(by));
  const decider = ({ from }: Framing) => (from === "none" ? "no header" : from);
  if (before === after)
    return other(
      `Who may frame it is now decided by ${decider(b)}; before, it was decided by ${decider(a)}.`,
    );
  const rank = ({ by }: Framing) => Number(by !== "anyone");
  return byRank(`${capital(after)} may now frame it; before, ${before} might.`, rank(a), rank(b));
}

type Feature = NonNullable<ReportedVerdicts["permissions"]>[string];

export function feature(a: Feature | undefined, b: Feature | undefined, name: string): Sentence | undefined {
  const words = (each: Feature | undefined) => {
    if (!each) return "by the browser's default";
    const whom = each.self && each.allowlist.length === 0 ? ["the page itself"] : each.allowlist;
    return whom.length === 0 ? "nowhere" : `to ${listing(whom)}`;
  };
  const [before, after] = [words(a), words(b)];
  return before === after ? undefined : other(`${name} is now allowed ${after}; before, ${before}.`);
}

type Hsts = NonNullable<ReportedVerdicts["security"]>["hsts"];

export function hsts(a: Hsts | undefined, b: Hsts | undefined): Sentence | null {
  const words = (each: Hsts | undefined) =>
    each?.applies && each.seconds > 0
      ? `for ${duration(each.seconds)}${each.subdomains ? ", including subdomains" : ""}${each.preload ? ", asking for preload" : ""}`
      : undefined;
  const [before, after] = [words(a), words(b)];
  if (before === after) return null;
  const rank = (each: Hsts | undefined) =>
    words(each) === undefined ? 0 : (each?.seconds ?? 0) + Number(each?.subdomains);
  const title =
    after === undefined
      ? `Browsers no longer require HTTPS; before, they did ${before}.`
      : `Browsers now require HTTPS ${after}; before, ${before ?? "they did not"}.`;
  return byRank(title, rank(a), rank(b));
}

const REFERRERS = wordTable({
  none: "no referrer",
  origin: "the origin as referrer",
  full: "the full URL as referrer",
});

export const referrer = (requests: string): Say =>
  isNow(
    `Requests ${requests}`,
    (value: string) => REFERRERS.get(value) ?? "a referrer by default",
    "now carry/they carried",
  );
