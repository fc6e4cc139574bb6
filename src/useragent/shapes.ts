/** Common forms of strings, by which they are judged where no table knows a name. */

import type { Agent, Product } from "./agent.ts";
import { browserExactly, isNoise } from "./browser-names.ts";
import { newName } from "./browsers.ts";
import type { Clues } from "./clues.ts";
import type { Identity } from "./identities.ts";
import type { Speaker } from "./naming.ts";

/** A service's fetcher has the app's name and a page, and no system: `Pinterest/0.2 (+http://www.pinterest.com/)`. */
export function isServerOfApp({ agent, contact }: Clues): boolean {
  return (
    contact.page !== "" &&
    !/ios|iphone|ipad|android|darwin|mac|windows|linux|watch|pod|cast|player|radio|torrent/.test(agent.lower)
  );
}

export function runsOnSystem({ agent }: Clues): boolean {
  return /\b(?:windows|macintosh|iphone|ipad|android|cfnetwork)\b/.test(agent.lower);
}

/** `Safari/19616 CFNetwork/1490 Darwin/23`: the whole name in front is a browser's. */
export function isCfnetworkBrowser({ agent }: Clues): boolean {
  if (!agent.lower.includes("cfnetwork/")) return false;
  const name = agent.head.toLowerCase();
  return /^(?:mobile)?safari$|^com\.apple\.(?:webkit|safari)|^chrome$|^firefox$/.test(name)
    ? true
    : browserExactly(name) !== undefined && /^[a-z]{6,}$/.test(name);
}

/** `Mozilla/5.0 (compatible; Name/1.0)` and nothing else: browsers of people say more. */
export function standsAlone({ lower }: Agent): boolean {
  const inside = /^mozilla\/\d\.\d+\s*\((?:compatible[;,]?\s*)?([^()]*)\)?\s*$/.exec(lower)?.[1];
  if (inside !== undefined) return !OF_PEOPLE.test(inside) && (inside === "" || /[a-z]{3}/.test(inside));
  if (/khtml, like gecko\)?; ?[a-z]|^\(?mozilla(?:\/\d\.\d)?[.)]*$|^mozilla\/5\.0 [a-z_-]+$/.test(lower))
    return true;
  return /^mozilla\/\d\.\d+ [a-z][\w-]+\/[\d.]+$/.test(lower);
}

const OF_PEOPLE =
  /msie|windows|linux|x11|\bmac|\bos\b|[a-z]os\b|konqueror|symbian|palm|iphone|android|kht|;.*;.*;|fom|tv|midp|mobile|amiga|\bnt\b|netpositive|hbbtv|ce-html|cellphone|inferno|syllable|playstation|nokia|pda|wap\b|jig |planetweb|dream|nintendo|psp|operating system|\bsip\b|homepage builder|\b\w?\d{2,3}[a-z]{1,2}\b/;

const PHONE_WORDS =
  /midp|cldc|up\.browser|obigo|netfront|smartphone|\bwap\b|nokia|sonyericsson|profile\/|msie|ppc;|240x320|samsung-|^lg|^mot-|^sie-|dorado|browser\b|^dv\(|^iphone|^ipad|^ipod|vendor|hbbtv|smarttv|^dlnadoc|aquos|^loewe|^linux; u|inettv|^docomo|^apple-ip|kepler|^lge|^sch-|^sgh|^bird|windows phone ad|^360|baiduhd|browser\/|watchos|watch os|^server-bag|foma|^smarttv_|ce-html/;

export function isFeaturePhone({ agent }: Clues): boolean {
  return PHONE_WORDS.test(agent.lower) || !/[a-z]/i.test(agent.text);
}

/** `Name/1.2` alone, or with a comment that has no system of a phone. */
export function isLoneProduct({ agent, mobile }: Clues): boolean {
  return (
    !mobile &&
    /^(?:[a-z][a-z0-9_.-]*\/v?\d[\d.]*(?: \(|$)|[A-Z][\w.-]*\/v?\d[\d.]*$)/.test(agent.text) &&
    !/macos|windows|ios\b/.test(agent.lower)
  );
}

/** Languages and runtimes beside a name, and the words of libraries and command-line tools. */
const LIBRARY_WORDS =
  /\b(?:go|golang|python|cpython|pypy|node|node\.js|nodejs|ruby|jruby|php|perl|java|jdk|jvm|graalvm|rustc?|dart|deno|bun|dotnet|\.net|erlang|otp|elixir|kotlin|scala|swift|lua|vert\.x|hhvm|mono)\/v?\d|^lib|http(?:s|x)?(?![a-z:])|http[._-]?(?:client|lib|request|kit)|(?:^|[a-z])Http|HTTP|\bsdk\b|sdk\/|SDK|[a-z]Client\b|[-_. ]client\b|::|[-_.](?:php|python|py|ruby|rb|java|js|node|go|golang|rust|rs|perl|pm|net|dotnet|swift|kotlin|cpp|lua|cli|api|lib)\b|\bcurl|\brest\b|grpc|soap\b|\bfetch\b|\brpc\b|\bcli\b/;

const PERSONS_WORDS =
  /player|radio|music|audio|podcast|podcat|cast(?:s|er)?\b|pod\b|\bpod|\bfm\b|listen|stream|sound|song|tune|book|video|watch|wear|\btv\b|movie|game|chat|mail|messenger|desktop|mobile|launcher|wallet|notes?\b|photo|camera|editor|office|studio|torrent/;

/** Words that only libraries have in their names. */
export function isLibraryWorded({ text }: Agent): boolean {
  return /^lib[a-z]|::|\bsdk\b|SDK|http[._-]?(?:client|lib|request)/.test(text);
}

/** What kind of program a lone name is: by its words; `/1.0` without more is what services call themselves by. */
export function programType(agent: Agent): Identity["type"] {
  if (LIBRARY_WORDS.test(agent.text)) return "library";
  if (/\brss|feed|\batom\b|syndication/i.test(agent.head)) return "feed";
  const service = /^(?:0\.1|[12](?:\.0)?(?:\.0)?)$/.test(agent.headVersion);
  if (service && !/player|radio|music|watch|wear|\btv\b|game/.test(agent.lower)) return "bot";
  if (PERSONS_WORDS.test(agent.lower)) return "app";
  return /^[a-z][a-z0-9_-]*$/.test(agent.head) ? "library" : "app";
}

/** A bare name behind the browser's own products. */
function lastWord(agent: Agent): Pick<Product, "name" | "key" | "version"> | undefined {
  const word = /(?:Safari\/[\d.]+;?|Mobile\/\w+) ([A-Za-z][A-Za-z-]{3,24})(?:[ ;(]|$)/.exec(agent.text)?.[1];
  return word && !isNoise(word) ? { name: word, key: word.toLowerCase(), version: "" } : undefined;
}

/** An app shows its pages in a web view and adds its name: iOS without `Safari/`, Android with `wv`. */
export function appInWebview({ agent, particular }: Clues): Speaker | undefined {
  const { text, lower } = agent;
  if (!lower.startsWith("mozilla") || particular) return undefined;
  const ios = /like Mac OS X/.test(text) && !/Version\/[\d.]+ Mobile\/\w+ Safari\/[\d.]+$/.test(text);
  const view =
    /; wv\)/.test(text) || (/Version\/4\.0 Chrome\//.test(text) && !/ucbrowser|qqbrowser/.test(lower));
  if (!ios && !(view && lower.includes("android"))) return undefined;
  const own = newName(agent) ?? lastWord(agent);
  if (!own || /browser|explorer/.test(own.key)) return undefined;
  return { type: "app", name: own.name, version: own.version, category: "unknown", operator: "", url: "" };
}
