import { hstsDirectives } from "../../../data/headers/directives/hsts-directives.ts";
import { type Context, field, item, type Note } from "../field.ts";
import { nearest } from "../nearest.ts";
import { MOST_MEMBERS } from "../reading/list.ts";
import { invalidKind } from "../reading/value-kinds.ts";
import { mdn, rfc6797 } from "../specs.ts";
import { splitList } from "../syntax/lists.ts";
import { isDigits, isToken } from "../syntax/tokens.ts";
import { readHsts } from "../verdicts/hsts.ts";
import { duration, quote } from "../wording.ts";

interface Directive {
  /** In lower case: names are case-insensitive. */
  readonly name: string;
  readonly sent: string;
  /** Without quotes; absent when there is no equals sign. */
  readonly value?: string;
}

export interface TransportSecurity {
  readonly directives: readonly Directive[];
  /** Seconds; absent when the directive is missing or no number. */
  readonly maxAge?: number;
  readonly includeSubDomains: boolean;
  readonly preload: boolean;
  readonly trailingSemicolon: boolean;
}

type Kind =
  | "strict-transport-security-invalid"
  | "hsts-max-age-missing"
  | "hsts-max-age-invalid"
  | "hsts-max-age-zero"
  | "hsts-max-age-short"
  | "hsts-subdomains-missing"
  | "hsts-preload-unsuitable"
  | "hsts-preload-max-age-short"
  | "hsts-directive-repeated"
  | "hsts-directive-misspelt"
  | "hsts-directive-unknown"
  | "hsts-value-not-allowed"
  | "hsts-separator"
  | "hsts-trailing-semicolon"
  | "hsts-void"
  | "hsts-host"
  | "hsts-over-http";

/** Half a year as scanners count it: 180 days. */
const HALF_A_YEAR = 15_552_000;
/** What the preload list asks for. */
const A_YEAR = 31_536_000;
const PRELOAD = "https://hstspreload.org/#deployment-recommendations";
const GOOD = ["Strict-Transport-Security: max-age=63072000; includeSubDomains; preload"];

/** Strict-Transport-Security (RFC 6797 section 6.1): browsers use https only, for so many seconds. */
export const strictTransportSecurity = field({
  name: "Strict-Transport-Security",
  type: "parameters",
  repeat: "single",
  links: [PRELOAD],
  kinds: {
    ...invalidKind(
      "Strict-Transport-Security",
      "max-age=31536000; {preload}",
      "max-age=31536000; includeSubDomains",
    ),
    "hsts-max-age-missing": {
      severity: "error",
      link: rfc6797("section-6.1.1"),
      summary: "Strict-Transport-Security has no max-age, so browsers ignore it.",
      bad: ["Strict-Transport-Security: includeSubDomains"],
      good: GOOD,
    },
    "hsts-max-age-invalid": {
      severity: "error",
      link: rfc6797("section-6.1.1"),
      summary:
        "The max-age of Strict-Transport-Security is not a number of seconds, so browsers ignore the field.",
      bad: ["Strict-Transport-Security: max-age=1y"],
      good: GOOD,
    },
    "hsts-max-age-zero": {
      severity: "warning",
      link: rfc6797("section-6.1.1"),
      summary: "A max-age of 0 makes browsers forget that the host wants https.",
      bad: ["Strict-Transport-Security: max-age=0"],
      good: GOOD,
    },
    "hsts-max-age-short": {
      severity: "warning",
      link: mdn("Strict-Transport-Security"),
      summary:
        "Strict-Transport-Security lasts less than half a year: visitors who come rarely are not protected.",
      bad: ["Strict-Transport-Security: max-age=86400; includeSubDomains"],
      good: GOOD,
      edge: [
        ["Strict-Transport-Security: max-age=15551999; includeSubDomains"],
        ["Strict-Transport-Security: max-age=15552000; includeSubDomains"],
      ],
    },
    "hsts-subdomains-missing": {
      severity: "info",
      link: rfc6797("section-14.4"),
      summary:
        "Strict-Transport-Security leaves subdomains out: an attacker on one of them can set cookies for the whole domain.",
      bad: ["Strict-Transport-Security: max-age=63072000"],
      good: GOOD,
    },
    "hsts-preload-unsuitable": {
      severity: "error",
      link: PRELOAD,
      summary:
        "The directive preload asks for a place in browsers' lists, which want a year at least and all subdomains.",
      bad: ["Strict-Transport-Security: max-age=15768000; preload"],
      good: GOOD,
    },
    "hsts-preload-max-age-short": {
      severity: "warning",
      link: PRELOAD,
      summary:
        "All but the max-age is fit for browsers' lists, for which preload asks: they want a year at least.",
      bad: ["Strict-Transport-Security: max-age=15768000; includeSubDomains; preload"],
      good: GOOD,
      edge: [
        ["Strict-Transport-Security: max-age=31535999; includeSubDomains; preload"],
        ["Strict-Transport-Security: max-age=31536000; includeSubDomains; preload"],
      ],
    },
    "hsts-directive-repeated": {
      severity: "error",
      link: rfc6797("section-6.1"),
      summary: "A directive of Strict-Transport-Security appears twice, which makes the field invalid.",
      bad: ["Strict-Transport-Security: max-age=63072000; includeSubDomains; max-age=0"],
      good: GOOD,
    },
    "hsts-directive-misspelt": {
      severity: "error",
      link: rfc6797("section-6.1"),
      summary: "Strict-Transport-Security has a directive that is nearly one that browsers know.",
      bad: ["Strict-Transport-Security: max-age=63072000; includeSubDomain"],
      good: GOOD,
    },
    "hsts-directive-unknown": {
      // RFC 6797 leaves room for further directives, which browsers skip.
      severity: "info",
      link: rfc6797("section-6.1"),
      summary: "Strict-Transport-Security has a directive that browsers do not know and skip.",
      bad: ["Strict-Transport-Security: max-age=63072000; includeSubDomains; foo=bar"],
      good: GOOD,
    },
    "hsts-value-not-allowed": {
      severity: "error",
      link: rfc6797("section-6.1.2"),
      summary: "A directive without values, includeSubDomains or preload, has one.",
      bad: ["Strict-Transport-Security: max-age=63072000; includeSubDomains=true"],
      good: GOOD,
    },
    "hsts-separator": {
      severity: "error",
      link: rfc6797("section-6.1"),
      summary: "The directives of Strict-Transport-Security are not set apart by semicolons.",
      bad: ["Strict-Transport-Security: max-age=63072000, includeSubDomains"],
      good: GOOD,
    },
    "hsts-trailing-semicolon": {
      severity: "info",
      link: rfc6797("section-6.1"),
      summary: "Strict-Transport-Security has a semicolon with nothing after it.",
      bad: ["Strict-Transport-Security: max-age=63072000; includeSubDomains;"],
      good: GOOD,
    },
    "hsts-void": {
      severity: "error",
      link: rfc6797("section-6.1"),
      summary: "Strict-Transport-Security has a part that makes browsers ignore all of it.",
      bad: ["Strict-Transport-Security: max-age=63072000; includeSubDomains; foo="],
      good: GOOD,
    },
    "hsts-host": {
      severity: "warning",
      link: rfc6797("section-8.1.1"),
      summary:
        "Strict-Transport-Security is sent by an address or by the machine itself, for which it does nothing.",
      bad: { lines: GOOD, url: "https://192.0.2.1/" },
      good: { lines: GOOD, url: "https://example.com/" },
    },
    "hsts-over-http": {
      severity: "error",
      link: rfc6797("section-7.2"),
      summary: "Strict-Transport-Security is sent over http, where browsers ignore it.",
      bad: { lines: GOOD, url: "http://example.com/" },
      good: { lines: GOOD, url: "https://example.com/" },
    },
  },
  parse(value, note) {
    if (value === "") {
      note("value-empty", "Strict-Transport-Security has no value, so browsers ignore it.");
      return undefined;
    }
    const { members, flaws } = splitList(value, ";");
    const directives = members.slice(0, MOST_MEMBERS).map(({ text }) => readDirective(text));
    const maxAge = directives.find(({ name }) => name === "max-age")?.value;
    return {
      directives,
      ...(maxAge !== undefined && isDigits(maxAge) && { maxAge: Number(maxAge) }),
      includeSubDomains: directives.some(({ name }) => name === "includesubdomains"),
      preload: directives.some(({ name }) => name === "preload"),
      trailingSemicolon: flaws.some(({ id }) => id === "empty-member"),
    };
  },
  items: ({ directives }) =>
    directives.map(({ name, sent, value = "" }) => {
      const words = name === "max-age" && isDigits(value) ? duration(Number(value)) : undefined;
      return item(sent, value, hstsDirectives.get(name) ?? "No directive that browsers know.", words);
    }),
  alternate(_parsed, context, value, { line }) {
    if (context.named("strict-transport-security")[0]?.line !== line)
      return "ignored: only the first line counts";
    const { hsts } = context.verdicts;
    const read = readHsts(value, "chromium");
    const why = "void" in read ? read.void : hsts?.applies === false ? hsts.why : undefined;
    if ("void" in read || why !== undefined) return `ignored: ${why}`;
    if (read.seconds === 0) return "https is no longer forced";
    return `https only for ${duration(read.seconds)}${read.subdomains ? ", subdomains included" : ""}`;
  },
  check(parsed, context, note, { items, line }) {
    let isExplained = false;
    const explaining: Note<Kind> = (id, title, at, fix) => {
      if (VOIDING.has(id)) isExplained = true;
      note(id, title, at, fix);
    };
    for (const [index, directive] of parsed.directives.entries())
      checkDirective(
        directive,
        parsed.directives.findIndex(({ name }) => name === directive.name) < index,
        (id, title, _at, fix) => explaining(id, title, items[index], fix),
      );
    if (!parsed.directives.some(({ name }) => name === "max-age"))
      explaining(
        "hsts-max-age-missing",
        "Strict-Transport-Security has no max-age, so browsers ignore the field.",
      );
    if (parsed.trailingSemicolon)
      note("hsts-trailing-semicolon", "Strict-Transport-Security has a semicolon with nothing after it.");
    noteVoid(line.value, isExplained, note);
    checkReach(parsed, context, note);
  },
});

/** Findings that say already why browsers ignore the field. */
const VOIDING: ReadonlySet<string> = new Set([
  "hsts-max-age-missing",
  "hsts-max-age-invalid",
  "hsts-directive-repeated",
  "hsts-value-not-allowed",
  "hsts-separator",
  "strict-transport-security-invalid",
]);

function noteVoid(value: string, isExplained: boolean, note: Note<Kind>): void {
  const read = readHsts(value, "chromium");
  if (!("void" in read) || isExplained) return;
  const who = "void" in readHsts(value, "firefox") ? "browsers" : "Chromium";
  note("hsts-void", `Strict-Transport-Security is ignored by ${who}: ${read.void}.`);
}

/** directive = directive-name [ "=" directive-value ]; directive-value = token | quoted-string */
function readDirective(text: string): Directive {
  const equals = text.indexOf("=");
  const sent = (equals < 0 ? text : text.slice(0, equals)).trim();
  const name = sent.toLowerCase();
  if (equals < 0) return { name, sent };
  const value = text.slice(equals + 1).trim();
  const unquoted =
    value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  return { name, sent, value: unquoted };
}

function checkDirective({ name, sent, value }: Directive, repeated: boolean, note: Note<Kind>): void {
  if (repeated) note("hsts-directive-repeated", `${sent} appears twice, so browsers may ignore the field.`);
  else if (/[,\s]/.test(sent) || (value !== undefined && /[,\s]/.test(value)))
    note(
      "hsts-separator",
      `${quote(value === undefined ? sent : `${sent}=${value}`)}: directives are set apart by semicolons.`,
    );
  else if (name === "max-age") {
    if (value === undefined || !isDigits(value))
      note(
        "hsts-max-age-invalid",
        `max-age=${value ?? ""} is not a number of seconds, so browsers ignore the field.`,
      );
  } else if (name === "includesubdomains" || name === "preload") {
    if (value !== undefined)
      note("hsts-value-not-allowed", `${sent} takes no value, but has ${quote(value)}.`);
  } else if (!isToken(sent)) note("strict-transport-security-invalid", `${quote(sent)} is not a directive.`);
  else noteUnknown(name, sent, note);
}

function noteUnknown(name: string, sent: string, note: Note<Kind>): void {
  const meant = nearest(name, ["max-age", "includesubdomains", "preload"], 3)?.replace(
    "includesubdomains",
    "includeSubDomains",
  );
  const what = `${quote(sent)} is not a directive of Strict-Transport-Security`;
  if (meant) note("hsts-directive-misspelt", `${what}; ${meant} may be meant.`, undefined, [sent, meant]);
  else note("hsts-directive-unknown", `${what}: browsers skip it.`);
}

function checkReach(
  { maxAge, includeSubDomains, preload }: TransportSecurity,
  { url, verdicts: { hsts } }: Context,
  note: Note<Kind>,
): void {
  if (url?.protocol === "http:")
    note("hsts-over-http", "Strict-Transport-Security came over http, where browsers ignore it.");
  else if (hsts && !hsts.applies && /^the host /.test(hsts.why))
    note("hsts-host", `Strict-Transport-Security does nothing here: ${hsts.why}.`);
  if (maxAge === undefined || hsts?.applies === false) return;
  if (maxAge === 0) {
    note("hsts-max-age-zero", "Strict-Transport-Security with max-age=0 makes browsers forget the host.");
    return;
  }
  const unsuitable = preload && (maxAge < A_YEAR || !includeSubDomains);
  if (unsuitable && includeSubDomains && maxAge >= HALF_A_YEAR)
    note(
      "hsts-preload-max-age-short",
      "preload needs a max-age of a year: browsers' lists do not take the host like this.",
    );
  else if (unsuitable) {
    const needs = [
      maxAge < A_YEAR && "a max-age of a year",
      !includeSubDomains && "includeSubDomains",
    ].filter((need) => need !== false);
    note(
      "hsts-preload-unsuitable",
      `preload needs ${needs.join(" and ")}: browsers' lists do not take the host like this.`,
    );
  } else if (!includeSubDomains)
    note("hsts-subdomains-missing", "Without includeSubDomains the subdomains stay reachable over http.");
  if (maxAge < HALF_A_YEAR)
    note("hsts-max-age-short", `max-age=${maxAge} (${duration(maxAge)}) is less than half a year.`);
}
