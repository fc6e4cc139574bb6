import { hstsDirectives } from "../../../data/headers/directives/hsts-directives.ts";
import { splitList } from "../../syntax/lists.ts";
import { isDigits } from "../../syntax/tokens.ts";
import { field, item } from "../field.ts";
import { MOST_MEMBERS } from "../reading/list.ts";
import { readHsts } from "../verdicts/hsts.ts";
import { duration } from "../wording.ts";
import {
  broken,
  type Directive,
  directiveProblems,
  type PlacedDirective,
  PRELOAD,
  type TransportSecurity,
  valueProblems,
} from "./strict-transport-security-problems.ts";

/** Strict-Transport-Security (RFC 6797 section 6.1): browsers use https only, for so many seconds. */
export const strictTransportSecurity = field({
  name: "Strict-Transport-Security",
  type: "parameters",
  repeat: "single",
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
  items: ({ directives }) =>
    directives.map(({ name, sent, value = "" }) => {
      const words = name === "max-age" && isDigits(value) ? duration(Number(value)) : undefined;
      return item(sent, value, hstsDirectives.get(name) ?? "Not a directive that browsers know.", words);
    }),
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
  parts: ({ directives }) => directives,
}).problems({ eachPart: directiveProblems, eachLine: valueProblems });

const DIRECTIVES: ReadonlySet<string> = new Set(["max-age", "includesubdomains", "preload"]);

/** directive = directive-name [ "=" directive-value ]; directive-value = token | quoted-string */
function readDirective(text: string): Directive {
  const equals = text.indexOf("=");
  const sent = (equals < 0 ? text : text.slice(0, equals)).trim();
  const name = sent.toLowerCase();
  const meant = DIRECTIVES.has(name) ? undefined : broken(text);
  const read = meant === undefined ? { name, sent } : { name, sent, meant };
  if (equals < 0) return read;
  const value = text.slice(equals + 1).trim();
  const unquoted =
    value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  return { ...read, value: unquoted };
}
