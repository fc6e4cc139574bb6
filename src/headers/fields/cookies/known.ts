/** Owner and purpose of well-known cookies, by name. */

import { cookiePurposes } from "../../../../data/cookie-purposes.ts";
import table from "../../../../data/cookies.txt" with { type: "text" };
import { wordList } from "../../../../data/headers/words.ts";
import { sourcedRows } from "../../../../data/tables.ts";
import { memoize, once } from "../../../platform/memoize.ts";

type CookiePurpose = keyof typeof cookiePurposes;

export interface KnownCookie {
  /** `from Google Analytics`; `probably from …` if inferred. */
  readonly source: string;
  readonly purpose: CookiePurpose;
  readonly description: string;
}

function isPurpose(word: string): word is CookiePurpose {
  return Object.hasOwn(cookiePurposes, word);
}

interface Known {
  readonly exact: Map<string, KnownCookie>;
  /** Prefixes by first character, longest first, so that few prefixes are compared per name. */
  readonly prefixes: Map<string, { readonly prefix: string; readonly cookie: KnownCookie }[]>;
}

const known = once(readKnown);

function readKnown(): Known {
  const known: Known = { exact: new Map(), prefixes: new Map() };
  for (const { cells, sure } of sourcedRows(table)) {
    const [name = "", owner = "", purpose = "", detail] = cells;
    if (!isPurpose(purpose)) throw new Error(`cookies.txt: ${name}: "${purpose}" is not a purpose`);
    const source = sure === "inferred" ? `probably from ${owner}` : `from ${owner}`;
    const text = `${cookiePurposes[purpose]}: a cookie ${source}.`;
    const cookie = { source, purpose, description: detail ? `${text} ${detail}` : text };
    if (name.endsWith("*")) {
      const prefix = name.slice(0, -1);
      const group = known.prefixes.get(prefix.charAt(0)) ?? [];
      group.push({ prefix, cookie });
      known.prefixes.set(prefix.charAt(0), group);
    } else known.exact.set(name, cookie);
  }
  for (const group of known.prefixes.values()) group.sort((a, b) => b.prefix.length - a.prefix.length);
  return known;
}

/** Cookie of a well-known product; undefined for other names. */
export function knownCookie(name: string): KnownCookie | undefined {
  const { exact, prefixes } = known();
  return (
    exact.get(name) ?? prefixes.get(name.charAt(0))?.find(({ prefix }) => name.startsWith(prefix))?.cookie
  );
}

/** Likelihood that a cookie carries a login; `maybe` for ambiguous names. */
export type Likelihood = "no" | "maybe" | "yes";

/** Words and word endings that occur only in names of login cookies. */
const SESSION_WORDS = wordList("words of session cookies");
const SESSION_ENDS = /session$|sess(?:ion)?id|sessiontoken|auth$|jwt$/;
const SESSION_PAIRS = /(?:access|id|refresh)[._-]token$/;
/** Words of cookies with settings or facts about a session, which carry no login. */
const ABOUT = wordList("words about sessions");
const NOT_SESSIONS: ReadonlySet<string> = new Set(["obsession", "possession", "intersession"]);
const SESSION_HINTS = /(?:^|[._-])(?:sid|ssid|user|userid|token|ticket)$|sid$/i;
const FORGERY_WORDS = /csrf|xsrf|forgery|requestverification|(?:^|[^a-z])crumb$/i;

/** Words of a name: split at non-letters and at capitals. */
function wordsOf(name: string): readonly string[] {
  return (
    name
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  );
}

function namesSession(name: string): boolean {
  const words = wordsOf(name);
  if (words.some((word) => ABOUT.has(word))) return false;
  if (SESSION_PAIRS.test(name.toLowerCase())) return true;
  return words.some(
    (word) => SESSION_WORDS.has(word) || (SESSION_ENDS.test(word) && !NOT_SESSIONS.has(word)),
  );
}

export const carriesLogin = memoize((name: string): Likelihood => {
  const known = knownCookie(name);
  if (known) return known.purpose === "session" ? "yes" : "no";
  if (FORGERY_WORDS.test(name)) return "no";
  if (namesSession(name)) return "yes";
  return SESSION_HINTS.test(name) ? "maybe" : "no";
});

export function guardsAgainstForgery(name: string): boolean {
  const known = knownCookie(name);
  return known ? known.purpose === "anti-forgery" : FORGERY_WORDS.test(name);
}
