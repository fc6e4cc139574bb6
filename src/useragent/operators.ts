/** The operator of a robot, by its name and by the site that it names. */

import { fromTables, rowsOf } from "./tables.ts";

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
