/** Challenges of WWW-Authenticate and Proxy-Authenticate (RFC 9110 sections 11.6.1 and 11.7.1). */

import { authSchemes } from "../../../data/headers/directives/auth-schemes.ts";
import { challengeParams } from "../../../data/headers/directives/challenge-params.ts";
import { wordTexts } from "../../../data/headers/words.ts";
import { wordTable } from "../../../data/word-table.ts";
import { type Challenge, type Challenges, parseChallenges } from "../../syntax/challenges.ts";
import { parameterValue } from "../../syntax/parameters.ts";
import {
  type AnyField,
  field,
  type Invalid,
  type Item,
  invalidValue,
  item,
  listEmptyMember,
  parameterRepeated,
  problem,
  type Report,
  valueEmpty,
  worded,
} from "../field.ts";
import { corrected, swapping } from "../reading/fixing.ts";
import { reportKind } from "../reading/parameter-kinds.ts";
import { flawWords, quotedValue } from "../reading/parameters.ts";
import { suggest } from "../suggest.ts";
import { listing, perhaps, quote } from "../wording.ts";

/** Parameters that must be quoted strings, by scheme; `*` for all. */
const QUOTED = wordTable<readonly string[]>({ "*": ["realm"], digest: ["nonce", "opaque", "domain", "qop"] });
/** A comma between a scheme and its first parameter. */
const COMMA = /^([\w-]+)[ \t]*,[ \t]*(?=[\w-]+=)/;
/** Required parameters by scheme. */
const REQUIRED = wordTable<readonly string[]>({ digest: ["realm", "nonce"], hoba: ["challenge", "max-age"] });
const SCHEMES: readonly string[] = [...authSchemes.keys()];

/** A challenge. `isUnbounded`: a quote is missing (another finding), so the end of a value is unknown. */
interface Part {
  readonly challenge: Challenge;
  readonly isUnbounded: boolean;
}

const challengeProblems = [
  problem("challenge-realm-missing", "warning", "rfc7617#section-2", {
    detect: ({ challenge: { scheme, parameters } }: Part) =>
      scheme === "basic" && parameterValue(parameters, "realm") === undefined,
    title: (_, { challenge }) => `${challenge.sent} has no realm to tell users what the password is for.`,
    bad: ["WWW-Authenticate: Basic"],
    good: ['WWW-Authenticate: Basic realm="a"'],
  }),
  problem("challenge-parameter-missing", "error", "rfc7616#section-3.3", {
    detectAll: ({ challenge: { scheme, parameters } }: Part) =>
      (REQUIRED.get(scheme) ?? []).filter((name) => parameterValue(parameters, name) === undefined),
    title: (name, { challenge }) => `${challenge.sent} has no ${name}, so no client can answer it.`,
    bad: ['WWW-Authenticate: Digest realm="a", algorithm=SHA-256, qop="auth"'],
    good: ['WWW-Authenticate: Digest realm="a", algorithm=SHA-256, qop="auth", nonce="n"'],
  }),
  problem("challenge-parameter-unquoted", "warning", "rfc9110#section-11.5", {
    detectAll({ challenge: { scheme, parameters }, isUnbounded }: Part) {
      const names = [...(QUOTED.get("*") ?? []), ...(QUOTED.get(scheme) ?? [])];
      return parameters.filter(({ name, quoted }) => !quoted && !isUnbounded && names.includes(name));
    },
    title: ({ sent }, { challenge }) => `The ${sent} of ${challenge.sent} must be in double quotes.`,
    fix: swapping(/\b(realm|nonce|opaque|domain|qop)=([^\s",]+)/gi, '$1="$2"'),
    bad: ["WWW-Authenticate: Basic realm=a"],
    good: ['WWW-Authenticate: Basic realm="a"'],
  }),
  problem("challenge-charset", "warning", "rfc7617#section-2.1", {
    detect({ challenge: { scheme, parameters } }: Part) {
      const charset =
        scheme === "basic" || scheme === "digest" ? parameterValue(parameters, "charset") : undefined;
      return charset !== undefined && charset.toLowerCase() !== "utf-8" && { charset };
    },
    title: ({ charset }, { challenge }) => `charset of ${challenge.sent} is ${quote(charset)}; use UTF-8.`,
    fix: swapping(/\bcharset\s*=\s*(?:"[^"]*"|[^\s,"]+)/i, 'charset="UTF-8"'),
    bad: ['WWW-Authenticate: Basic realm="a", charset="ISO-8859-1"'],
    good: ['WWW-Authenticate: Basic realm="a", charset="UTF-8"'],
  }),
  worded("challenge-weak", "warning", "rfc7616#section-5.13", {
    detect({ challenge: { scheme, parameters } }: Part) {
      if (scheme === "ntlm") return "NTLM is weak: its hashes are quickly cracked.";
      const algorithm = (parameterValue(parameters, "algorithm") ?? "MD5").toUpperCase();
      return (
        scheme === "digest" && algorithm.startsWith("MD5") && "Digest with MD5 is weak; offer SHA-256 first."
      );
    },
    bad: ['WWW-Authenticate: Digest realm="a", nonce="n", qop="auth", algorithm=MD5'],
    good: ['WWW-Authenticate: Digest realm="a", nonce="n", qop="auth", algorithm=SHA-256'],
  }),
  problem("challenge-scheme-unknown", "info", "iana/http-authschemes/http-authschemes.xhtml", {
    detect: ({ challenge: { scheme, sent } }: Part) =>
      authSchemes.get(scheme) === undefined && { word: sent, likely: suggest(scheme, SCHEMES) },
    title: ({ word, likely }) => `${quote(word)} is not a common authentication scheme${perhaps(likely)}.`,
    fix: corrected,
    bad: ["WWW-Authenticate: Custom"],
    good: ["WWW-Authenticate: Negotiate"],
  }),
] as const;

function authenticateField(name: string, link: string): AnyField<Challenges> {
  const invalid = invalidValue(name, 'Basic realm="a', 'Basic realm="a"', link, {
    fix: (value) =>
      COMMA.test(value) ? value.replace(COMMA, "$1 ") : quotedValue(value, parseChallenges(value).flaws),
  });
  return field(invalid, "challenge", {
    repeat: "list",
    parse: (value, report) => read(invalid, value, report),
    items: ({ challenges }) => challenges.map(challengeItem),
    alternate: ({ challenges }) => `requires ${listing([...new Set(challenges.map(words))])}`,
    parts({ challenges, flaws }) {
      const isUnbounded = flaws.some(({ id }) => id === "parameter-bad-value");
      return challenges.map((challenge): Part => ({ challenge, isUnbounded }));
    },
  }).problems({
    eachPart: challengeProblems,
    check({ challenges }, _context, report, { items }) {
      for (const [at, { scheme, parameters }] of challenges.entries())
        for (const { name: parameter, value } of parameters)
          reportKind(name, { name: `${scheme} ${parameter}`, value }, report, items[at]);
    },
  });
}

function read(invalid: Invalid, value: string, report: Report): Challenges | undefined {
  const { field: name } = invalid;
  const parsed = parseChallenges(value);
  for (const { id, text } of parsed.flaws)
    if (id === "empty-member") report(listEmptyMember, name);
    else if (id === "parameter-repeated")
      report(parameterRepeated, `In ${name}, the parameter ${quote(text)} appears twice.`);
    else report(invalid, `In ${name}, ${flawWords(id, text)}.`);
  if (parsed.challenges.length > 0) return parsed;
  if (parsed.flaws.length === 0) report(valueEmpty, `${name} has no value: at least one scheme is expected.`);
  return undefined;
}

function challengeItem({ scheme, sent, token68, parameters }: Challenge): Item {
  const text = token68 ?? parameters.map(({ sent: name, value = "" }) => `${name}=${value}`).join(", ");
  const known = parameters.flatMap(({ name, value, sent: written }) => {
    const description = challengeParams.get(name);
    return description && value !== undefined ? [`${written} ${quote(value)}: ${description}`] : [];
  });
  const description = authSchemes.get(scheme) ?? "An unregistered authentication scheme.";
  return item(sent, text, description, known.length > 0 ? known.join(" ") : undefined);
}

const SCHEME_WORDS = wordTexts("authentication schemes");

function words({ scheme, sent, parameters }: Challenge): string {
  const realm = parameterValue(parameters, "realm");
  const what = SCHEME_WORDS.get(scheme) ?? `${sent} authentication`;
  return realm ? `${what} for ${quote(realm)}` : what;
}

export const wwwAuthenticate = authenticateField("WWW-Authenticate", "rfc9110#section-11.6.1");
export const proxyAuthenticate = authenticateField("Proxy-Authenticate", "rfc9110#section-11.7.1");
/** Optional-WWW-Authenticate (RFC 8053): login for additional content. */
export const optionalWwwAuthenticate = authenticateField("Optional-WWW-Authenticate", "rfc8053#section-3");
