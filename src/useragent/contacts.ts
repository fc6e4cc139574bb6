/**
 * The contact that robots leave in their string (RFC 9309 section 2.2.1 asks them to be identifiable), and who operates them
 * by that.
 */

import type { Agent } from "./agent.ts";
import { guardedBy } from "./patterns.ts";
import { fromTables, rowsOf } from "./tables.ts";

/** Sites that strings of people's software carry. */
const NOT_A_CONTACT =
  /^https?:\/\/(?:www\.)?(?:w3\.org|mozilla\.|ns\.adobe|schemas\.|gecko|maxthon|opera\.com|apple\.com\/?$|bsalsa|iconsurf|dell\.com|chedot|hotbar|tencenttraveler|netscape|simplicity|trustedsource|icab|webkit)|bsalsa|embedded web browser/i;

/** Domains of mail addresses that say nothing of their holder. */
const FREE_MAIL =
  /(?:gmail|googlemail|hotmail|outlook|yahoo|gmx|web|mail|protonmail|proton|icloud|qq|163|126|atomicmail)\.[a-z]+$|\.example$|example\.com$/;

export interface Contact {
  /** A page that the string names; empty where it names none. */
  readonly page: string;
  /** The site of a mail address; empty where there is none, or where anybody may have one there. */
  readonly site: string;
  /** Whether it gives a page, a mail address or another sign that somebody may be asked. */
  readonly given: boolean;
}

const NONE: Contact = { page: "", site: "", given: false };

/** The page and address that a string names to ask. */
export function contactOf(agent: Agent): Contact {
  const { lower } = agent;
  if (lower.includes("msie ") && !lower.includes("+http") && !/bot|crawl|spider|contact/.test(lower))
    return NONE;
  const page = linkIn(agent) || hostIn(agent);
  // The part behind a site may be no page but the product's version: `http://acme.example/v1.5.x`.
  if (page !== "" && VERSION_PAGE.test(page))
    return { page: "", site: page.replace(VERSION_PAGE, "$1"), given: true };
  if (page !== "") return { page, site: "", given: true };
  const mail = lower.includes("@")
    ? /[\w.-]@((?:[\w-]{1,40}\.){1,3}[a-z]{2,12})\b/.exec(lower)?.[1]
    : undefined;
  if (mail) return { page: "", site: FREE_MAIL.test(mail) ? "" : `http://${mail}/`, given: true };
  return { page: "", site: "", given: OTHER_SIGNS.test(agent) };
}

const VERSION_PAGE = /^(https?:\/\/[^/]+\/)v?\d+(?:\.[\dx]+)+$/;

/** `(+`, `mailto:` without an address, `name at example dot org`. */
const OTHER_SIGNS = guardedBy(
  /^(?!mozilla|opera|.{0,60}hbbtv).{3,60}\(\+[a-z]|mailto:|\bat [\w-]{1,40}(?:\.| dot )[a-z]{2,}|\b\[at\] [\w-]{1,40}(?:\.| dot )[a-z]{2,}/i,
);

/** In a browser's string a host may only stand beside one of these. */
const HOST_SIGNS = guardedBy(
  /www\.|bot|crawl|spider|compatible|\.com[/ ;)]|\.org[/ ;)]|\.net[/ ;)]|\.io[/ ;)]|; \+[a-z]| \(\+[a-z]/,
);

function linkIn({ text, lower }: Agent): string {
  const at = lower.indexOf("http");
  const url =
    at < 0 ? "" : (/https?(?::\/{0,2}|\/\/)[^\s;,()<>"'\]]{4,200}/i.exec(text.slice(at))?.[0] ?? "");
  return url !== "" && !NOT_A_CONTACT.test(url) ? tidy(url) : "";
}

const HOST =
  /(?:\+|[(; ]|^(?=[^ ]*\/[a-z]|www\.))((?:www\.)?[a-z0-9-]{2,40}(?:\.[a-z0-9-]{1,40}){0,3}\.(?:com|org|net|edu|gov|io|de|ru|fr|co|ai|dev|app|eu|uk|info|me|fm|jp|cz|nl|tv|cloud|be|ch|at|it|se|pl|us|biz|ca|au|br|in|cn|kr|es|dk|no|fi|xyz|site|online|tech|ly|gy|gl|gg|to|page|party|world|life|live|news|blog|social|space|systems|network|digital|agency|studio|team|zone|email|tools|services|solutions|security|science|media|sk|hu|ro|gr|pt|ie|mx|nz|za|tr|il|lt|lv|ee|bg|ua|rs|hr|si)(?:\/[\w./?=&%#-]{0,80})?)(?=[\s;,)]|$)/i;

/** The id of a package: `com.example.news`. */
const BACKWARDS =
  /^(?:com|org|net|app|air|[a-z]{2})(?:\.[a-z0-9-]+){2,}(?<!\.(?:com|org|net|edu|gov))(?:\/|$)/i;

/** A host without a scheme; in a browser's string only where it cannot be a product's name. */
function hostIn(agent: Agent): string {
  const { text, lower } = agent;
  const browserLike = lower.startsWith("mozilla") || lower.startsWith("opera");
  if (browserLike && !HOST_SIGNS.test(agent)) return "";
  const [marked = "", host] = HOST.exec(text) ?? [];
  // `Raindrop.io/5.2.0` is a product and its version.
  if (!host || /^(?:net|like)\b|^[^/]+\/\d[\d.]*[a-z]?$/i.test(host) || BACKWARDS.test(host)) return "";
  const meant =
    marked.startsWith("+") ||
    host.startsWith("www.") ||
    host.includes("/") ||
    /bot|crawl|spider|^mozilla\/5\.0 \(compatible/.test(lower);
  return meant || !browserLike ? `http://${host.replace(/[.]+$/, "")}` : "";
}

/** The site of a program that is called as its domain: `radio.de`, `Bitcast.fm`. */
export function siteOfName(name: string): string {
  return /^[a-z0-9-]{2,30}\.(?:com|fm|de|net|org|io|ai|tv|co|app|at|fr|pl|dk|eu|is|guide)$/i.test(name)
    ? `https://${name.toLowerCase()}/`
    : "";
}

function tidy(url: string): string {
  return url
    .replace(/^(https?):?\/{0,2}/i, (_, scheme: string) => `${scheme.toLowerCase()}://`)
    .replace(/[.)+]+$/, "");
}

/** The registered label and its public suffix: `seldom` and `.co.uk` of `https://www.seldom.co.uk/`. */
const REGISTERED =
  /^https?:\/\/(?:[^/:?#]+\.)?(?!(?:com?|org|net|ac|gov|govt|gob|edu|or|ne|go)\.[a-z]{2}(?:[/:?#]|$))([a-z0-9-]+)((?:\.(?:com?|org|net|ac|gov|govt|gob|edu|or|ne|go))?\.[a-z]{2,12})(?:[/:?#]|$)/i;

/** Where anybody has a page: code, blogs, free sites, links made short, other people's directories. */
const ANYBODYS = new Set(
  `github.com github.io gitlab.com gitlab.io bitbucket.org sourceforge.net sourceforge.io codeberg.org sr.ht savannah.gnu.org
  googlecode.com npmjs.com pypi.org rubygems.org packagist.org readthedocs.io readthedocs.org apache.org mozilla.org
  blogspot.com wordpress.com wordpress.org tumblr.com medium.com substack.com livejournal.com notion.site notion.so
  wixsite.com weebly.com squarespace.com webflow.io carrd.co geocities.com angelfire.com tripod.com narod.ru wikidot.com
  twitter.com x.com facebook.com linkedin.com youtube.com instagram.com t.me reddit.com wikipedia.org stackoverflow.com
  amazonaws.com cloudfront.net herokuapp.com appspot.com azurewebsites.net netlify.app vercel.app workers.dev pages.dev
  web.app firebaseapp.com onrender.com fly.dev ngrok.io duckdns.org ddns.net no-ip.org dyndns.org
  bit.ly rb.gy cutt.ly ow.ly t.ly t.co goo.gl is.gd tinyurl.com amzn.to forms.gle aka.ms
  example.com example.org example.net example.co example.nl domain.com yourdomain.com unspecified.mail
  user-agents.net useragents.io darkvisitors.com knownagents.com whatismybrowser.com useragentstring.com
  projecthoneypot.org webmasterworld.com datadome.co
  gmail.com hotmail.com yahoo.com yandex.ru mail.ru`
    .split(/\s+/)
    .filter((domain) => domain !== ""),
);

/** Operators by the domains of their robots' pages, where several robots of a domain are all one operator's. */
const operators = fromTables((): ReadonlyMap<string, string> => {
  const found = new Map<string, { readonly operator: string; readonly robots: Set<string> }>();
  for (const [, name = "", , operator = "", page = ""] of rowsOf("bots")) {
    const domain = domainOf(page);
    if (domain === "" || operator === "") continue;
    const before = found.get(domain) ?? { operator, robots: new Set() };
    found.set(domain, before.operator === operator ? before : { operator: "", robots: before.robots });
    before.robots.add(name);
  }
  return new Map(
    [...found].flatMap(([domain, { operator, robots }]) =>
      operator !== "" && robots.size > 1 ? [[domain, operator] as const] : [],
    ),
  );
});

/** Words behind an owner's name in the names of robots. */
const ROBOTS_END = /^[-_ ]*(?:bots?|(?:web)?crawler|spider|robot|fetcher|monitor|scanner|checker)$/i;

/** The domain that the holder of a page registered; empty where anybody may have a page. */
export function domainOf(page: string): string {
  const [, label = "", end = ""] = REGISTERED.exec(page) ?? [];
  const domain = `${label}${end}`.toLowerCase();
  return label === "" || ANYBODYS.has(domain) || end.endsWith(".example") || PERSONAL.test(page)
    ? ""
    : domain;
}

/** Somebody's own corner of another's site. */
const PERSONAL = /^https?:\/\/(?:sites|groups|code|docs|plus)\.google\.|\/~/i;

/**
 * The operator of a robot that names a page: by the robot's own name, by our other robots of the page's site, else the site
 * itself, `seldom.example`.
 */
export function operatorBy(name: string, page: string): string {
  const domain = domainOf(page);
  return ownerByName(name, page) || (operators().get(domain) ?? "") || domain;
}

/**
 * The operator of a robot whose name is, or begins as, that of its page's site: `Seldom` of SeldomBot, or of Seldom Link
 * Preview, and `https://www.seldom.example/bot`.
 */
function ownerByName(name: string, page: string): string {
  const [, label = "", end = ""] = REGISTERED.exec(page) ?? [];
  const site = label.toLowerCase().replaceAll("-", "");
  if (site.length < 4) return "";
  let at = 0;
  let read = 0;
  while (read < site.length && at < name.length) {
    const sign = name[at++] ?? "";
    if (/[a-z0-9]/i.test(sign) && sign.toLowerCase() !== site[read++]) return "";
  }
  const rest = name.slice(at);
  if (read < site.length || !(/^(?:[^a-z]|$)/.test(rest) || ROBOTS_END.test(rest))) return "";
  return name.slice(0, rest.toLowerCase().startsWith(end.toLowerCase()) ? at + end.length : at);
}
