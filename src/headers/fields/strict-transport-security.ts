import { hstsDirectives } from "../../../data/headers/directives/hsts-directives.ts";
import { splitList } from "../../syntax/lists.ts";
import { isDigits, isToken } from "../../syntax/tokens.ts";
import { type Context, field, firstOf, invalidValue, item, problem, worded } from "../field.ts";
import { corrected, rejoining, type Slip, swapping } from "../reading/fixing.ts";
import { MOST_MEMBERS } from "../reading/list.ts";
import { isPreloaded } from "../reading/response-kind.ts";
import { suggest } from "../suggest.ts";
import { readHsts } from "../verdicts/hsts.ts";
import { duration, quote } from "../wording.ts";

interface Directive {
  /** In lower case. */
  readonly name: string;
  readonly sent: string;
  /** Value without quotes; absent for a directive without an equals sign. */
  readonly value?: string;
  /** Correct text of a misspelt directive. */
  readonly likely?: string;
}

interface PlacedDirective extends Directive {
  readonly isRepeated: boolean;
}

interface TransportSecurity {
  readonly directives: readonly PlacedDirective[];
  /** Seconds; absent if missing or not a number. */
  readonly maxAge?: number;
  readonly includeSubDomains: boolean;
  readonly preload: boolean;
}

/** Seconds: half a year, which scanners count as 180 days. */
const HALF_A_YEAR = 15_552_000;
/** Seconds; minimum of the preload list. */
const A_YEAR = 31_536_000;
const PRELOAD = "https://hstspreload.org/#deployment-recommendations";
const GOOD = ["Strict-Transport-Security: max-age=63072000; includeSubDomains; preload"];
const SYNTAX = "rfc6797#section-6.1";
const FLAGS: ReadonlySet<string> = new Set(["includesubdomains", "preload"]);

/** Grouped digits: `31,536,000`. */
const GROUPED = /^\d{1,3}(?:[,._' ]\d{3})+$/;

/** Corrects a misspelt directive such as `include Sub-Domains` or `max age: 60`. */
function broken(part: string): string | undefined {
  const [bare = "", digits] = part
    .toLowerCase()
    .replace(/[\s_"'-]+/g, "")
    .split(/[=:]|(?<=^maxage)(?=\d)/);
  if (bare === "maxage") return isDigits(digits ?? "") ? `max-age=${digits}` : undefined;
  if (digits !== undefined) return undefined;
  if (bare === "includesubdomains" || bare === "includesubdomain") return "includeSubDomains";
  return bare === "preload" ? bare : undefined;
}

/** Returns the value with all parts corrected; undefined if a part cannot be corrected. */
function rewritten(value: string): string | undefined {
  const parts = value.split(/[;,]/).flatMap((part) => {
    const words = part.trim().split(/\s+/);
    const whole = broken(part);
    return whole === undefined ? words.map((word) => (word === "" ? word : broken(word))) : [whole];
  });
  const likely = parts.filter((part) => part !== "");
  return likely.includes(undefined) ? undefined : likely.join("; ");
}

function textOf({ sent, value }: Directive): string {
  return value === undefined ? sent : `${sent}=${value}`;
}

/** Problems that make browsers ignore the header. */
const voiding = [
  worded<PlacedDirective>("hsts-directive-repeated", "error", SYNTAX, {
    detect: ({ isRepeated, sent }) => isRepeated && `${sent} appears twice: browsers may ignore the header.`,
    bad: ["Strict-Transport-Security: max-age=63072000; includeSubDomains; max-age=0"],
    good: GOOD,
  }),
  worded<PlacedDirective>("hsts-separator", "error", SYNTAX, {
    detect: (directive) =>
      directive.likely === undefined &&
      !GROUPED.test(directive.value ?? "") &&
      !directive.sent.startsWith('"') &&
      /[,\s]/.test(textOf(directive)) &&
      `${quote(textOf(directive))} needs a semicolon between directives.`,
    fix: (value) => rewritten(value) ?? rejoining(/[,;]/, "; ")(value),
    bad: ["Strict-Transport-Security: max-age=63072000, includeSubDomains"],
    good: GOOD,
  }),
  worded<PlacedDirective>("hsts-max-age-invalid", "error", "rfc6797#section-6.1.1", {
    detect: ({ name, value = "" }) =>
      name === "max-age" &&
      !isDigits(value) &&
      `max-age=${value} is not a number of seconds: browsers ignore the header.`,
    fix: swapping(
      /(max-age\s*=\s*)(\d{1,3}(?:[,._' ]\d{3})+)(?=\s*(?:;|$))/i,
      (_all, name = "", digits = "") => name + digits.replace(/\D/g, ""),
    ),
    bad: ["Strict-Transport-Security: max-age=63,072,000; includeSubDomains"],
    good: GOOD,
  }),
  worded<PlacedDirective>("hsts-value-not-allowed", "error", "rfc6797#section-6.1.2", {
    detect: ({ name, sent, value }) =>
      FLAGS.has(name) && value !== undefined && `${sent} takes no value, but has ${quote(value)}.`,
    fix: swapping(/\b(includesubdomains|preload)\s*=\s*(?!\s)"?(?:true|1|yes)?"?(?=\s*(?:;|$))/gi, "$1"),
    bad: ["Strict-Transport-Security: max-age=63072000; includeSubDomains=true"],
    good: GOOD,
  }),
  invalidValue<PlacedDirective>(
    "Strict-Transport-Security",
    '"max-age=31536000; includeSubDomains"',
    "max-age=31536000; includeSubDomains",
    SYNTAX,
    {
      detect: ({ sent, likely }) =>
        likely === undefined &&
        !isToken(sent) &&
        (sent.startsWith('"')
          ? "Strict-Transport-Security is in quotes as a whole: browsers ignore it."
          : `${quote(sent)} is not a directive.`),
      fix: swapping(/^"(.*)"$/s, "$1"),
    },
  ),
];

/** Suggestion for an unknown directive. */
function unknown({ name, sent, likely: whole, ...rest }: Directive): Slip | undefined {
  if (whole !== undefined) return { word: textOf({ name, sent, ...rest }), likely: whole };
  if (name === "max-age" || FLAGS.has(name)) return undefined;
  const likely = suggest(name, ["max-age", ...FLAGS], 3)?.replace("includesubdomains", "includeSubDomains");
  return { word: sent, likely };
}

const directiveProblems = [
  firstOf<PlacedDirective, unknown>(
    ...voiding,
    problem("hsts-directive-misspelt", "error", SYNTAX, {
      detect(directive: PlacedDirective) {
        const slip = unknown(directive);
        return slip?.likely !== undefined && slip;
      },
      title: ({ word, likely }) =>
        `${quote(word)} is not a directive of Strict-Transport-Security (did you mean ${likely}?)${isToken(word) ? "" : "; browsers ignore the whole header"}.`,
      fix: (value, slip) => rewritten(value) ?? corrected(value, slip),
      bad: ["Strict-Transport-Security: max-age=63072000; includeSubDomain"],
      good: GOOD,
    }),
    // RFC 6797 allows unknown directives, and browsers skip them.
    problem("hsts-directive-unknown", "info", SYNTAX, {
      detect: unknown,
      title: ({ word }) => `${quote(word)} is not a Strict-Transport-Security directive: browsers ignore it.`,
      bad: ["Strict-Transport-Security: max-age=63072000; includeSubDomains; foo=bar"],
      good: GOOD,
    }),
  ),
];

function isWithoutMaxAge({ directives }: TransportSecurity): boolean {
  return !directives.some(
    ({ name, likely }) => /^"?max-age$/.test(name) || likely?.startsWith("max-age") === true,
  );
}

/** Effective max-age in seconds; undefined if it does not apply: browsers use only the first line. */
function appliesFor(parsed: TransportSecurity, { verdicts, url, named }: Context): number | undefined {
  const [first] = named("strict-transport-security");
  const isUsed = first?.parsed === parsed && verdicts.hsts?.applies !== false;
  return isUsed && !isPreloaded(url?.hostname ?? "") ? parsed.maxAge : undefined;
}

/** Unmet conditions of browsers' preload lists. */
function missingForPreload(parsed: TransportSecurity, context: Context): readonly string[] {
  const maxAge = appliesFor(parsed, context);
  if (maxAge === undefined || !parsed.preload) return [];
  const year = maxAge < A_YEAR ? ["a max-age of at least a year"] : [];
  return parsed.includeSubDomains ? year : [...year, "includeSubDomains"];
}

const valueProblems = [
  problem("hsts-max-age-missing", "error", "rfc6797#section-6.1.1", {
    detect: isWithoutMaxAge,
    bad: ["Strict-Transport-Security: includeSubDomains"],
    good: GOOD,
  }),
  worded<TransportSecurity, { readonly line: { readonly value: string } }>("hsts-void", "error", SYNTAX, {
    detect(parsed, context, { line: { value } }) {
      const read = readHsts(value, "chromium");
      if (!("void" in read) || isWithoutMaxAge(parsed)) return undefined;
      // Another finding gives the reason.
      if (
        parsed.directives.some(
          (one) => one.likely !== undefined || voiding.some((row) => row.detect?.(one, context, undefined)),
        )
      )
        return undefined;
      const who = "void" in readHsts(value, "firefox") ? "browsers" : "Chromium";
      return `Strict-Transport-Security has no effect in ${who}: ${read.void}.`;
    },
    bad: ["Strict-Transport-Security: max-age=63072000; includeSubDomains; foo="],
    good: GOOD,
  }),
  firstOf<TransportSecurity, unknown>(
    problem("hsts-over-http", "error", "rfc6797#section-7.2", {
      detect: (_, { url }) => url?.protocol === "http:",
      bad: { lines: GOOD, url: "http://example.com/" },
      good: { lines: GOOD, url: "https://example.com/" },
    }),
    worded("hsts-host", "warning", "rfc6797#section-8.1.1", {
      detect: (_, { verdicts: { hsts } }) =>
        hsts?.applies === false &&
        hsts.why.startsWith("the host ") &&
        `Strict-Transport-Security has no effect here: ${hsts.why}.`,
      bad: { lines: GOOD, url: "https://192.0.2.1/" },
      good: { lines: GOOD, url: "https://example.com/" },
    }),
  ),
  firstOf<TransportSecurity, unknown>(
    problem("hsts-max-age-zero", "warning", "rfc6797#section-6.1.1", {
      detect: (parsed, context) => appliesFor(parsed, context) === 0,
      bad: ["Strict-Transport-Security: max-age=0"],
      good: GOOD,
    }),
    problem("hsts-preload-max-age-short", "warning", PRELOAD, {
      detect: (parsed, context) =>
        parsed.includeSubDomains &&
        (parsed.maxAge ?? 0) >= HALF_A_YEAR &&
        missingForPreload(parsed, context).length > 0,
      bad: ["Strict-Transport-Security: max-age=15768000; includeSubDomains; preload"],
      good: GOOD,
    }),
    problem("hsts-preload-unsuitable", "warning", PRELOAD, {
      detect(parsed, context) {
        const needs = missingForPreload(parsed, context);
        return needs.length > 0 && needs;
      },
      title: (needs) => `browsers' preload lists require ${needs.join(" and ")}.`,
      bad: ["Strict-Transport-Security: max-age=15768000; preload"],
      good: GOOD,
    }),
    problem("hsts-subdomains-missing", "info", "rfc6797#section-14.4", {
      detect: (parsed, context) => appliesFor(parsed, context) !== undefined && !parsed.includeSubDomains,
      bad: ["Strict-Transport-Security: max-age=63072000"],
      good: GOOD,
    }),
  ),
  problem("hsts-max-age-short", "warning", "mdn/Strict-Transport-Security", {
    detect(parsed: TransportSecurity, context) {
      const maxAge = appliesFor(parsed, context) ?? 0;
      return maxAge > 0 && maxAge < HALF_A_YEAR && maxAge;
    },
    title: (maxAge) => `max-age=${maxAge} (${duration(maxAge)}) is less than half a year.`,
    bad: ["Strict-Transport-Security: max-age=86400; includeSubDomains"],
    good: GOOD,
  }),
];

/** Strict-Transport-Security (RFC 6797 section 6.1): browsers use only HTTPS for some seconds. */
export const strictTransportSecurity = field("Strict-Transport-Security", "parameters", {
  links: [PRELOAD],
  empty: ", so browsers ignore it",
  parse(value): TransportSecurity {
    const { members } = splitList(value, ";");
    const directives = members.slice(0, MOST_MEMBERS).map(({ text }) => readDirective(text));
    const firstAt = (name: string) => directives.findIndex((one) => one.name === name);
    const maxAge = directives[firstAt("max-age")]?.value;
    return {
      directives: directives.map(
        (one, at): PlacedDirective => ({ ...one, isRepeated: firstAt(one.name) < at }),
      ),
      ...(maxAge !== undefined && isDigits(maxAge) && { maxAge: Number(maxAge) }),
      includeSubDomains: firstAt("includesubdomains") >= 0,
      preload: firstAt("preload") >= 0,
    };
  },
  parts: ({ directives }) => directives,
  partItem: ({ name, sent, value = "" }) => {
    const words = name === "max-age" && isDigits(value) ? duration(Number(value)) : undefined;
    return item(
      sent,
      value,
      hstsDirectives.get(name) ?? "An unknown directive, which browsers ignore.",
      words,
    );
  },
  alternateInMessage(_parsed, context, value, { line }) {
    if (context.named("strict-transport-security")[0]?.line !== line)
      return "ignored: browsers use only the first line";
    const { hsts } = context.verdicts;
    const read = readHsts(value, "chromium");
    const why = "void" in read ? read.void : hsts?.applies === false ? hsts.why : undefined;
    if ("void" in read || why !== undefined) return `ignored: ${why}`;
    if (read.seconds === 0) return "HTTPS is no longer forced";
    return `HTTPS only for ${duration(read.seconds)}${read.subdomains ? ", including subdomains" : ""}`;
  },
}).problems({ eachPart: directiveProblems, eachLine: valueProblems });

const DIRECTIVES: ReadonlySet<string> = new Set(["max-age", "includesubdomains", "preload"]);

/** directive = directive-name [ "=" directive-value ]; directive-value = token | quoted-string */
function readDirective(text: string): Directive {
  const equals = text.indexOf("=");
  const sent = (equals < 0 ? text : text.slice(0, equals)).trim();
  const name = sent.toLowerCase();
  const likely = DIRECTIVES.has(name) ? undefined : broken(text);
  const read = likely === undefined ? { name, sent } : { name, sent, likely };
  if (equals < 0) return read;
  const value = text.slice(equals + 1).trim();
  const unquoted =
    value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  return { ...read, value: unquoted };
}
