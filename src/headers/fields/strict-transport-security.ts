import { hstsDirectives } from "../../../data/headers/directives/hsts-directives.ts";
import { type Context, field, item, type Note } from "../field.ts";
import { MOST_MEMBERS } from "../reading/list.ts";
import { suggest } from "../suggest.ts";
import { splitList } from "../syntax/lists.ts";
import { isDigits, isToken } from "../syntax/tokens.ts";
import { readHsts } from "../verdicts/hsts.ts";
import { duration, quote } from "../wording.ts";
import { type HstsKind, hstsKinds, PRELOAD } from "./strict-transport-security-kinds.ts";

interface Directive {
  /** In lower case: names are case-insensitive. */
  readonly name: string;
  readonly sent: string;
  /** Without quotes; absent when there is no equals sign. */
  readonly value?: string;
}

interface TransportSecurity {
  readonly directives: readonly Directive[];
  /** Seconds; absent when the directive is missing or no number. */
  readonly maxAge?: number;
  readonly includeSubDomains: boolean;
  readonly preload: boolean;
  readonly trailingSemicolon: boolean;
}

/** Half a year as scanners count it: 180 days. */
const HALF_A_YEAR = 15_552_000;
/** What the preload list asks for. */
const A_YEAR = 31_536_000;

/** Strict-Transport-Security (RFC 6797 section 6.1): browsers use https only, for so many seconds. */
export const strictTransportSecurity = field({
  name: "Strict-Transport-Security",
  type: "parameters",
  repeat: "single",
  links: [PRELOAD],
  kinds: hstsKinds,
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
    if (read.seconds === 0) return "HTTPS is no longer forced";
    return `HTTPS only for ${duration(read.seconds)}${read.subdomains ? ", subdomains included" : ""}`;
  },
  check(parsed, context, note, { items, line }) {
    let isExplained = false;
    const explaining: Note<HstsKind> = (id, title, at, fix) => {
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

function noteVoid(value: string, isExplained: boolean, note: Note<HstsKind>): void {
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

function checkDirective({ name, sent, value }: Directive, repeated: boolean, note: Note<HstsKind>): void {
  if (repeated) note("hsts-directive-repeated", `${sent} appears twice, so browsers may ignore the field.`);
  else if (/[,\s]/.test(sent) || (value !== undefined && /[,\s]/.test(value)))
    note(
      "hsts-separator",
      `${quote(value === undefined ? sent : `${sent}=${value}`)}: directives are separated by semicolons.`,
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

function noteUnknown(name: string, sent: string, note: Note<HstsKind>): void {
  const meant = suggest(name, ["max-age", "includesubdomains", "preload"], 3)?.replace(
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
  note: Note<HstsKind>,
): void {
  if (url?.protocol === "http:")
    note("hsts-over-http", "Strict-Transport-Security came over HTTP, where browsers ignore it.");
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
      "preload needs a max-age of a year: browsers' preload lists do not accept the host like this.",
    );
  else if (unsuitable) {
    const needs = [
      maxAge < A_YEAR && "a max-age of a year",
      !includeSubDomains && "includeSubDomains",
    ].filter((need) => need !== false);
    note(
      "hsts-preload-unsuitable",
      `preload needs ${needs.join(" and ")}: browsers' preload lists do not accept the host like this.`,
    );
  } else if (!includeSubDomains)
    note("hsts-subdomains-missing", "Without includeSubDomains the subdomains stay reachable over HTTP.");
  if (maxAge < HALF_A_YEAR)
    note("hsts-max-age-short", `max-age=${maxAge} (${duration(maxAge)}) is less than half a year.`);
}
