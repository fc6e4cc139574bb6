/** Accept-CH and Critical-CH (RFC 8942, Client Hints Reliability): client hints that the server wants. */

import { clientHintNames } from "../../../data/headers/directives/client-hint-names.ts";
import { wordTexts } from "../../../data/headers/words.ts";
import { type List, parseList } from "../../syntax/structured-fields.ts";
import {
  type Context,
  type ExplainedLine,
  field,
  type Item,
  item,
  problem,
  type Report,
  type Worded,
} from "../field.ts";
import { corrected, unquoted } from "../reading/fixing.ts";
import { isPrivate } from "../reading/response-kind.ts";
import {
  memberKind,
  memberValue,
  readStructured,
  structuredProblems,
  type Unparsed,
} from "../reading/structured.ts";
import { suggest } from "../suggest.ts";
import { isTrustworthy } from "../verdicts/origins.ts";
import { listing, perhaps, quote } from "../wording.ts";
import { varyWith } from "./vary.ts";

const CRITICAL = "wicg/client-hints-infrastructure/#critical-ch-algo";

const HTTPS = "https://www.example.com/";
const KNOWN: readonly string[] = [...clientHintNames.keys()].filter((name) => name.includes("-"));
/** Replaced hints, and the hints that browsers send now. */
const REPLACED = wordTexts("replaced client hints");

type Hints = readonly string[];

function readHints(
  [unparsed, wrongType]: readonly [Unparsed<List>, Worded],
  value: string,
  report: Report,
): Hints | undefined {
  if (value === "") return [];
  const hints = readStructured(unparsed, value, report)?.flatMap((member) => {
    const hint = memberValue(member, "token");
    if (hint !== undefined) return [hint];
    const title = `A member of ${unparsed.field} is ${memberKind(member)}; the names of client hints are tokens, without quotes.`;
    report(wrongType, title);
    return [];
  });
  return hints && hints.length > 0 ? hints : undefined;
}

function hintItems(hints: Hints): Item[] {
  return hints.map((hint) =>
    item(hint, "", clientHintNames.get(hint.toLowerCase()) ?? "Not a client hint of browsers."),
  );
}

function hintsOf(lines: readonly ExplainedLine<Hints>[]): Hints | undefined {
  const hints = lines.flatMap(({ parsed }) => parsed ?? []);
  return hints.length > 0 ? hints : undefined;
}

const MOST_JUDGED = 100;

/** A hint, and all hints of the same line in lower case. */
interface Hint {
  readonly name: string;
  readonly all: ReadonlySet<string>;
}

const acceptNamed = structuredProblems("Accept-CH", parseList, "rfc8942#section-3.1", {
  good: "Sec-CH-DPR",
  wrong: '"Sec-CH-DPR"',
  fix: unquoted,
});

/** Accept-CH (RFC 8942 section 3.1): hints that later requests should carry. HTTPS only. */
export const acceptCh = field("Accept-CH", "sf-list", {
  parse: (value, report) => readHints(acceptNamed, value, report),
  items: hintItems,
  alternate: (hints) => (hints.length === 0 ? "requests no hints" : undefined),
  parts(hints) {
    const all = new Set(hints.map((hint) => hint.toLowerCase()));
    return hints.slice(0, MOST_JUDGED).map((name): Hint => ({ name, all }));
  },
  together: hintsOf,
}).problems({
  named: acceptNamed,
  eachPart: [
    problem("client-hint-replaced", "info", "https://wicg.github.io/client-hints-infrastructure/", {
      detect({ name, all }: Hint) {
        const newer = REPLACED.get(name.toLowerCase());
        return newer !== undefined && !all.has(newer.toLowerCase()) && newer;
      },
      title: (newer, { name }) => `${name} is an old name; browsers now send ${newer}.`,
      bad: ["Accept-CH: DPR", "Vary: DPR"],
      good: ["Accept-CH: Sec-CH-DPR, DPR", "Vary: Sec-CH-DPR, DPR"],
    }),
    problem("client-hint-unknown", "info", "wicg/client-hints-infrastructure/#policy-controlled-features", {
      detect({ name }: Hint) {
        const word = name.toLowerCase();
        return !clientHintNames.has(word) && { word: name, likely: suggest(word, KNOWN) };
      },
      title: ({ word, likely }) => `${quote(word)} is not a client hint of browsers${perhaps(likely)}.`,
      fix: corrected,
      bad: ["Accept-CH: Sec-CH-UA-Modell", "Vary: Sec-CH-UA-Modell"],
      good: ["Accept-CH: Sec-CH-UA-Model", "Vary: Sec-CH-UA-Model"],
    }),
  ],
  allLines: [
    problem("accept-ch-over-http", "warning", "rfc8942#section-3.1", {
      detect: (_: Hints, { url }) => url && !isTrustworthy(url),
      bad: { lines: ["Accept-CH: Sec-CH-DPR"], url: "http://www.example.com/" },
      good: { lines: ["Accept-CH: Sec-CH-DPR", "Vary: Sec-CH-DPR"], url: HTTPS },
    }),
    problem("accept-ch-vary-missing", "warning", "rfc8942#section-3.2", {
      detect(hints: Hints, context) {
        const { varies } = context.verdicts;
        // Shared caches do not store a private response, so Vary is not needed.
        if (varies.includes("*") || isPrivate(context)) return undefined;
        const missing = hints.filter((hint) => !varies.includes(hint.toLowerCase()));
        return missing.length > 0 && missing;
      },
      title: (missing) => `Vary does not name ${listing(missing.slice(0, 6))}, which Accept-CH requests.`,
      at: (missing, _, context) => varyWith(context, missing)[0],
      send: (missing, _, context) => varyWith(context, missing)[1],
      bad: ["Accept-CH: Sec-CH-DPR"],
      good: ["Accept-CH: Sec-CH-DPR", "Vary: Sec-CH-DPR"],
    }),
  ],
});

const criticalNamed = structuredProblems("Critical-CH", parseList, "mdn/Critical-CH", {
  good: "Sec-CH-DPR",
  wrong: '"Sec-CH-DPR"',
  as: (lines) => ["Accept-CH: Sec-CH-DPR", ...lines],
  fix: unquoted,
});

/** Critical-CH: browsers repeat the first request if it lacks one of the hints. Accept-CH must list them. */
export const criticalCh = field("Critical-CH", "sf-list", {
  parse: (value, report) => readHints(criticalNamed, value, report),
  items: hintItems,
  together: hintsOf,
}).problems({
  named: criticalNamed,
  allLines: problem("critical-ch-not-accepted", "error", CRITICAL, {
    detect(hints: Hints, context) {
      const accepted = new Set(
        context.values(acceptCh).flatMap((names) => names.map((name) => name.toLowerCase())),
      );
      const missing = hints.filter((hint) => !accepted.has(hint.toLowerCase()));
      return missing.length > 0 && missing;
    },
    title: (missing) => `Critical-CH: ${listing(missing.slice(0, 6))} is ignored, as Accept-CH lacks it.`,
    send: (missing, _, context) => acceptWith(missing, context),
    bad: ["Critical-CH: Sec-CH-DPR"],
    good: ["Accept-CH: Sec-CH-DPR", "Critical-CH: Sec-CH-DPR", "Vary: Sec-CH-DPR"],
  }),
});

/** Accept-CH with the hints added; undefined if one is unknown or a line is invalid. */
function acceptWith(hints: Hints, context: Context): string | undefined {
  const lines = context.lines(acceptCh);
  const isKnown = hints.every((hint) => clientHintNames.has(hint.toLowerCase()));
  if (!isKnown || lines.some(({ parsed }) => !parsed)) return undefined;
  return `Accept-CH: ${[...(lines[0]?.parsed ?? []), ...hints].join(", ")}`;
}
