/** The challenges of WWW-Authenticate and Proxy-Authenticate (RFC 9110 sections 11.6.1 and 11.7.1). */

import { authSchemes } from "../../../data/headers/directives/auth-schemes.ts";
import { challengeParams } from "../../../data/headers/directives/challenge-params.ts";
import { wordTable } from "../../../data/word-table.ts";
import { type AnyField, field, item, type Note, type ProblemKind } from "../field.ts";
import { swapping } from "../fixing.ts";
import { quotedLine } from "../reading/parameters.ts";
import { type InvalidId, invalidKind, lower, withOwn } from "../reading/value-kinds.ts";
import type { Item } from "../schema.ts";
import { rfc, rfc9110 } from "../specs.ts";
import { suggest } from "../suggest.ts";
import {
  type Challenge,
  type ChallengeFlaw,
  type Challenges,
  parseChallenges,
} from "../syntax/challenges.ts";
import { parameterValue } from "../syntax/parameters.ts";
import { listing, quote } from "../wording.ts";

type Kind =
  | "challenge-realm-missing"
  | "challenge-parameter-missing"
  | "challenge-parameter-unquoted"
  | "challenge-weak"
  | "challenge-charset"
  | "challenge-scheme-unknown";

const KINDS: Readonly<Record<Kind, ProblemKind>> = {
  "challenge-realm-missing": {
    severity: "warning",
    link: rfc(7617, "section-2"),
    summary: "A challenge for a password has no realm, which its scheme demands.",
    bad: ["WWW-Authenticate: Basic"],
    good: ['WWW-Authenticate: Basic realm="a"'],
  },
  "challenge-parameter-missing": {
    severity: "error",
    link: rfc(7616, "section-3.3"),
    summary: "A challenge lacks a parameter without which no client can answer it.",
    bad: ['WWW-Authenticate: Digest realm="a", algorithm=SHA-256, qop="auth"'],
    good: ['WWW-Authenticate: Digest realm="a", algorithm=SHA-256, qop="auth", nonce="n"'],
  },
  "challenge-parameter-unquoted": {
    severity: "warning",
    link: rfc9110("section-11.5"),
    summary: "A parameter of a challenge has to be in double quotes for clients that read it strictly.",
    fix: swapping(/\b(realm|nonce|opaque|domain|qop)=([^\s",]+)/gi, '$1="$2"'),
    bad: ["WWW-Authenticate: Basic realm=a"],
    good: ['WWW-Authenticate: Basic realm="a"'],
  },
  "challenge-weak": {
    severity: "warning",
    link: rfc(7616, "section-5.13"),
    summary: "A challenge asks for a weak scheme or algorithm, such as NTLM or Digest with MD5.",
    bad: ['WWW-Authenticate: Digest realm="a", nonce="n", qop="auth", algorithm=MD5'],
    good: ['WWW-Authenticate: Digest realm="a", nonce="n", qop="auth", algorithm=SHA-256'],
  },
  "challenge-charset": {
    severity: "warning",
    link: rfc(7617, "section-2.1"),
    summary: "The charset of a challenge is not UTF-8, the only one there is.",
    fix: swapping(/\bcharset\s*=\s*(?:"[^"]*"|[^\s,"]+)/i, 'charset="UTF-8"'),
    bad: ['WWW-Authenticate: Basic realm="a", charset="ISO-8859-1"'],
    good: ['WWW-Authenticate: Basic realm="a", charset="UTF-8"'],
  },
  "challenge-scheme-unknown": {
    severity: "info",
    link: "https://www.iana.org/assignments/http-authschemes/http-authschemes.xhtml",
    summary: "A challenge has an authentication scheme that is neither registered nor in wide use.",
    bad: ["WWW-Authenticate: Custom"],
    good: ["WWW-Authenticate: Negotiate"],
  },
};

const FLAW_WORDS: Readonly<
  Record<Exclude<ChallengeFlaw, "empty-member" | "parameter-repeated">, (text: string) => string>
> = {
  "challenge-bad-scheme": (text) => `${text} is neither a scheme nor a parameter`,
  "parameter-bad-value": (text) => `the value ${text} has to be in double quotes`,
  "parameter-missing-value": (text) => `the parameter ${text} has no value`,
  "parameter-space-around-equals": (text) => `there is white space beside the equals sign of ${text}`,
  "parameter-missing-comma": (text) => `a comma is missing after the parameter ${text}`,
  "quote-unclosed": (text) => `the quote in ${text} is never closed`,
};

/** Parameters whose grammar is a quoted string only, by scheme; `*` for all. */
const QUOTED = wordTable<readonly string[]>({
  "*": ["realm"],
  digest: ["nonce", "opaque", "domain", "qop"],
});
/** What a client cannot do without, by scheme. */
const REQUIRED = wordTable<readonly string[]>({
  digest: ["realm", "nonce"],
  hoba: ["challenge", "max-age"],
});
const SCHEMES: readonly string[] = [...authSchemes.keys()];

function authenticateField<N extends string>(
  name: N,
  link: string,
  own?: Readonly<Record<Kind, ProblemKind>>,
): AnyField<Challenges> {
  return field<Challenges, Kind | InvalidId<N>>({
    name,
    type: "challenge",
    repeat: "list",
    kinds: withOwn(own, invalidKind(name, 'Basic realm="a', 'Basic realm="a"', link)),
    parse: (value, note) => read(name, value, note),
    items: ({ challenges }) => challenges.map(challengeItem),
    alternate: ({ challenges }) => `asks for ${listing([...new Set(challenges.map(words))])}`,
    check({ challenges, flaws }, _context, note, { items }) {
      // Where a value ends cannot be told without its quotes, and that is said already.
      const unbounded = flaws.some(({ id }) => id === "parameter-bad-value");
      for (const [at, challenge] of challenges.entries())
        checkChallenge(challenge, unbounded, (id, title, _at, fix) => note(id, title, items[at], fix));
    },
  });
}

function read<N extends string>(name: N, value: string, note: Note<InvalidId<N>>): Challenges | undefined {
  const parsed = parseChallenges(value);
  const fix = quotedLine(name, value, parsed.flaws);
  for (const { id, text } of parsed.flaws)
    if (id === "empty-member") note("list-empty-member", `${name} has an empty member between its commas.`);
    else if (id === "parameter-repeated") note(id, `In ${name}, the parameter ${quote(text)} appears twice.`);
    else note(`${lower(name)}-invalid`, `In ${name}, ${FLAW_WORDS[id](quote(text))}.`, undefined, fix);
  if (parsed.challenges.length > 0) return parsed;
  if (parsed.flaws.length === 0)
    note("value-empty", `${name} has no value: at least one scheme is expected.`);
  return undefined;
}

function challengeItem({ scheme, sent, token68, parameters }: Challenge): Item {
  const text = token68 ?? parameters.map(({ sent: name, value = "" }) => `${name}=${value}`).join(", ");
  const known = parameters.flatMap(({ name, value, sent: written }) => {
    const description = challengeParams.get(name);
    return description && value !== undefined ? [`${written} ${quote(value)}: ${description}`] : [];
  });
  const description = authSchemes.get(scheme) ?? "An authentication scheme that is not registered.";
  return item(sent, text, description, known.length > 0 ? known.join(" ") : undefined);
}

const SCHEME_WORDS = wordTable({
  basic: "a user name and password",
  digest: "a password as a hash",
  bearer: "a token",
  dpop: "a token bound to a key",
  negotiate: "Kerberos or NTLM sign-on",
  ntlm: "NTLM sign-on",
  privatetoken: "a Privacy Pass token",
});

function words({ scheme, sent, parameters }: Challenge): string {
  const realm = parameterValue(parameters, "realm");
  const what = SCHEME_WORDS.get(scheme) ?? `${sent} authentication`;
  return realm ? `${what} for ${quote(realm)}` : what;
}

function checkChallenge(challenge: Challenge, unbounded: boolean, note: Note<Kind>): void {
  const { scheme, sent, parameters } = challenge;
  if (scheme === "basic" && parameterValue(parameters, "realm") === undefined)
    note("challenge-realm-missing", `${sent} has no realm, which tells people what the password is for.`);
  for (const name of REQUIRED.get(scheme) ?? [])
    if (parameterValue(parameters, name) === undefined)
      note("challenge-parameter-missing", `${sent} has no ${name}, without which no client can answer it.`);
  for (const { name, sent: written, quoted } of parameters)
    if (!quoted && !unbounded && (QUOTED.get("*")?.includes(name) || QUOTED.get(scheme)?.includes(name)))
      note("challenge-parameter-unquoted", `${written} of ${sent} has to be in double quotes.`);
  const charset =
    scheme === "basic" || scheme === "digest" ? parameterValue(parameters, "charset") : undefined;
  if (charset !== undefined && charset.toLowerCase() !== "utf-8")
    note("challenge-charset", `The charset of ${sent} is ${quote(charset)}; only UTF-8 is defined.`);
  checkScheme(challenge, note);
}

function checkScheme({ scheme, sent, parameters }: Challenge, note: Note<Kind>): void {
  const algorithm = (parameterValue(parameters, "algorithm") ?? "MD5").toUpperCase();
  if (scheme === "ntlm") note("challenge-weak", "NTLM is weak: its hashes are soon broken.");
  else if (scheme === "digest" && algorithm.startsWith("MD5"))
    note("challenge-weak", "Digest with MD5 is weak; SHA-256 is the algorithm to ask for first.");
  if (authSchemes.get(scheme) !== undefined) return;
  const meant = suggest(scheme, SCHEMES);
  note(
    "challenge-scheme-unknown",
    `${quote(sent)} is not an authentication scheme in wide use${meant ? `; ${meant} may be meant` : ""}.`,
    undefined,
    meant ? [sent, meant] : undefined,
  );
}

/** WWW-Authenticate: how to log in to this resource. */
export const wwwAuthenticate = authenticateField("WWW-Authenticate", rfc9110("section-11.6.1"), KINDS);
/** Proxy-Authenticate: how to log in to the proxy. */
export const proxyAuthenticate = authenticateField("Proxy-Authenticate", rfc9110("section-11.7.1"));
/** Optional-WWW-Authenticate (RFC 8053): how to log in to see more than what is public. */
export const optionalWwwAuthenticate = authenticateField("Optional-WWW-Authenticate", rfc(8053, "section-3"));
