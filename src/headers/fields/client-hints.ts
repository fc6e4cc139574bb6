/** Which client hints the server wants: Accept-CH and Critical-CH (RFC 8942, Client Hints Reliability). */

import { clientHintNames } from "../../../data/headers/directives/client-hint-names.ts";
import { wordTable } from "../../../data/word-table.ts";
import { type Context, field, item, type Note } from "../field.ts";
import { kindWords, structuredList } from "../reading/structured.ts";
import { type InvalidId, lower, structuredKinds, type TypeId } from "../reading/value-kinds.ts";
import { isPrivate } from "../response-kind.ts";
import type { Item } from "../schema.ts";
import { mdn, rfc } from "../specs.ts";
import { suggest } from "../suggest.ts";
import type { List } from "../syntax/structured-fields.ts";
import { isTrustworthy } from "../verdicts/origins.ts";
import { listing, quote } from "../wording.ts";
import { varyWith } from "./vary.ts";

type AcceptKind =
  | "accept-ch-over-http"
  | "accept-ch-vary-missing"
  | "client-hint-unknown"
  | "client-hint-replaced";
const HTTPS = "https://www.example.com/";
const KNOWN: readonly string[] = [...clientHintNames.keys()].filter((name) => name.includes("-"));
/** Older names, and what browsers send now. */
const REPLACED = wordTable({
  "device-memory": "Sec-CH-Device-Memory",
  dpr: "Sec-CH-DPR",
  "viewport-width": "Sec-CH-Viewport-Width",
  width: "Sec-CH-Width",
  "sec-ch-ua-full-version": "Sec-CH-UA-Full-Version-List",
});

function readHints<N extends string>(
  name: N,
  value: string,
  note: Note<InvalidId<N> | TypeId<N>>,
): readonly string[] | undefined {
  if (value === "") return [];
  const list = structuredList(name, value, note);
  const hints = list && tokensOf(name, list, note);
  return hints && hints.length > 0 ? hints : undefined;
}

function tokensOf<N extends string>(name: N, list: List, note: Note<TypeId<N>>): readonly string[] {
  const hints: string[] = [];
  for (const member of list)
    if (member.kind === "item" && member.value.kind === "token") hints.push(member.value.value);
    else {
      const kind = member.kind === "item" ? kindWords(member.value.kind) : "a list";
      note(
        `${lower(name)}-type`,
        `A member of ${name} is ${kind}; names of client hints are tokens, without quotes.`,
      );
    }
  return hints;
}

function hintItems(hints: readonly string[]): Item[] {
  return hints.map((hint) =>
    item(hint, "", clientHintNames.get(hint.toLowerCase()) ?? "No client hint that browsers know."),
  );
}

/** Accept-CH (RFC 8942 section 3.1): the hints that later requests are to carry. Only over HTTPS. */
export const acceptCh = field({
  name: "Accept-CH",
  type: "sf-list",
  repeat: "list",
  kinds: {
    ...structuredKinds("Accept-CH", "Sec-CH-DPR", '"Sec-CH-DPR"', rfc(8942, "section-3.1")),
    "accept-ch-over-http": {
      severity: "warning",
      link: rfc(8942, "section-3.1"),
      summary: "Accept-CH comes over plain HTTP, where clients ignore it.",
      bad: { lines: ["Accept-CH: Sec-CH-DPR"], url: "http://www.example.com/" },
      good: { lines: ["Accept-CH: Sec-CH-DPR", "Vary: Sec-CH-DPR"], url: HTTPS },
    },
    "accept-ch-vary-missing": {
      severity: "warning",
      link: rfc(8942, "section-3.2"),
      summary:
        "Vary does not name the hints that Accept-CH asks for, so caches mix up responses made for different hints.",
      bad: ["Accept-CH: Sec-CH-DPR"],
      good: ["Accept-CH: Sec-CH-DPR", "Vary: Sec-CH-DPR"],
    },
    "client-hint-unknown": {
      severity: "info",
      link: "https://wicg.github.io/client-hints-infrastructure/#policy-controlled-features",
      summary: "Accept-CH asks for a hint that browsers do not know.",
      bad: ["Accept-CH: Sec-CH-UA-Modell", "Vary: Sec-CH-UA-Modell"],
      good: ["Accept-CH: Sec-CH-UA-Model", "Vary: Sec-CH-UA-Model"],
    },
    "client-hint-replaced": {
      severity: "info",
      link: "https://wicg.github.io/client-hints-infrastructure/",
      summary: "Accept-CH asks for a hint by its older name only.",
      bad: ["Accept-CH: DPR", "Vary: DPR"],
      good: ["Accept-CH: Sec-CH-DPR, DPR", "Vary: Sec-CH-DPR, DPR"],
    },
  },
  parse: (value, note) => readHints("Accept-CH", value, note),
  items: hintItems,
  alternate: (hints) => (hints.length === 0 ? "wants no hints" : undefined),
  check(hints, _context, note, { items }) {
    const all = new Set(hints.map((hint) => hint.toLowerCase()));
    for (const [at, hint] of hints.slice(0, MOST_JUDGED).entries())
      checkHint(hint, all, (id, title, _at, fix) => note(id, title, items[at], fix));
  },
  checkAll(lines, context, note) {
    const hints = lines.flatMap(({ parsed }) => parsed ?? []);
    if (hints.length === 0) return;
    if (context.url && !isTrustworthy(context.url))
      note("accept-ch-over-http", "Accept-CH comes over plain HTTP, where clients ignore it.");
    checkVary(hints, context, note);
  },
});

const MOST_JUDGED = 100;

function checkHint(hint: string, all: ReadonlySet<string>, note: Note<AcceptKind>): void {
  const lower = hint.toLowerCase();
  const newer = REPLACED.get(lower);
  if (newer && !all.has(newer.toLowerCase()))
    note("client-hint-replaced", `${hint} is an older name; browsers send ${newer} now.`);
  if (clientHintNames.has(lower)) return;
  const meant = suggest(lower, KNOWN);
  note(
    "client-hint-unknown",
    `${quote(hint)} is not a client hint that browsers know${meant ? `; ${meant} may be meant` : ""}.`,
    undefined,
    meant ? [hint, meant] : undefined,
  );
}

/** A response that no shared cache keeps needs no Vary for others. */
function checkVary(hints: readonly string[], context: Context, note: Note<AcceptKind>): void {
  if (isPrivate(context)) return;
  const { varies } = context.verdicts;
  const missing = varies.includes("*") ? [] : hints.filter((hint) => !varies.includes(hint.toLowerCase()));
  if (missing.length > 0)
    note(
      "accept-ch-vary-missing",
      `Vary does not name ${listing(missing.slice(0, 6))}, which Accept-CH asks for.`,
      ...varyWith(context, missing),
    );
}

/** Critical-CH: the hints without which the first request is to be sent again. Each has to be in Accept-CH too. */
export const criticalCh = field({
  name: "Critical-CH",
  type: "sf-list",
  repeat: "list",
  kinds: {
    ...structuredKinds("Critical-CH", "Sec-CH-DPR", '"Sec-CH-DPR"', mdn("Critical-CH"), {
      as: (lines) => ["Accept-CH: Sec-CH-DPR", ...lines],
    }),
    "critical-ch-not-accepted": {
      severity: "error",
      link: "https://wicg.github.io/client-hints-infrastructure/#critical-ch-parse",
      summary: "Critical-CH names a hint that Accept-CH does not ask for, so it is ignored.",
      bad: ["Critical-CH: Sec-CH-DPR"],
      good: ["Accept-CH: Sec-CH-DPR", "Critical-CH: Sec-CH-DPR", "Vary: Sec-CH-DPR"],
    },
  },
  parse: (value, note) => readHints("Critical-CH", value, note),
  items: hintItems,
  checkAll(lines, context, note) {
    const accepted = new Set(
      context.values(acceptCh).flatMap((hints) => hints.map((hint) => hint.toLowerCase())),
    );
    const missing = lines
      .flatMap(({ parsed }) => parsed ?? [])
      .filter((hint) => !accepted.has(hint.toLowerCase()));
    if (missing.length > 0)
      note(
        "critical-ch-not-accepted",
        `${listing(missing.slice(0, 6))} in Critical-CH is ignored: Accept-CH does not ask for it.`,
        undefined,
        acceptWith(missing, context),
      );
  },
});

/** Accept-CH with the hints: those that browsers know, added to what they understand. */
function acceptWith(hints: readonly string[], context: Context): string | undefined {
  const lines = context.lines(acceptCh);
  const isKnown = hints.every((hint) => clientHintNames.has(hint.toLowerCase()));
  if (!isKnown || lines.some(({ parsed }) => !parsed)) return undefined;
  return `Accept-CH: ${[...(lines[0]?.parsed ?? []), ...hints].join(", ")}`;
}
