/** The contact that robots leave in their string (RFC 9309 section 2.2.1 asks them to be identifiable). */

import type { Agent } from "./agent.ts";

/** Sites that strings of people's software carry. */
const NOT_A_CONTACT =
  /^https?:\/\/(?:www\.)?(?:w3\.org|mozilla\.|ns\.adobe|schemas\.|gecko|maxthon|opera\.com|apple\.com\/?$|bsalsa|iconsurf|dell\.com|chedot|hotbar|tencenttraveler|netscape|simplicity|trustedsource|icab|webkit)|bsalsa|embedded web browser/i;

/** Domains of mail addresses that say nothing of their holder. */
const FREE_MAIL =
  /(?:gmail|googlemail|hotmail|outlook|yahoo|gmx|web|mail|protonmail|proton|icloud|qq|163|126|atomicmail)\.[a-z]+$|\.example$|example\.com$/;

/** The page that the string names, `@` where it only gives a mail address, empty where it gives neither. */
export function contactOf(agent: Agent): string {
  const { text, lower } = agent;
  const plus = lower.includes("+http");
  if (lower.includes("msie ") && !plus && !/bot|crawl|spider/.test(lower)) return "";
  const at = lower.indexOf("http");
  if (at >= 0) {
    const url = /https?:\/{0,2}[^\s;,()<>"'\]]{4,200}/i.exec(text.slice(at))?.[0] ?? "";
    if (url !== "" && !NOT_A_CONTACT.test(url)) return tidy(url);
  }
  if (
    /^(?:mozilla|opera)/.test(lower) &&
    !/www\.|bot|crawl|spider|compatible|\.(?:com|org|net|io)[/ ;)]/.test(lower)
  )
    return "";
  const host =
    /(?:\+|[(; ])((?:www\.)?[a-z0-9-]{2,40}(?:\.[a-z0-9-]{2,40}){0,3}\.(?:com|org|net|io|de|ru|fr|co|ai|dev|app|eu|uk|info|me|fm|jp|cz|nl|tv|cloud|be|ch|at|it|se|pl|us|biz)(?:\/[\w./?=&%#-]{0,80})?)(?=[\s;,)]|$)/i.exec(
      text,
    )?.[1];
  if (
    host &&
    !/^(?:net|like)\b/i.test(host) &&
    (host.startsWith("www.") ||
      host.includes("/") ||
      /bot|crawl|spider|^mozilla\/5\.0 \(compatible/i.test(lower) ||
      !/^(?:mozilla|opera)/.test(lower))
  )
    return `http://${host.replace(/[.]+$/, "")}`;
  const mail = /[\w.-]@((?:[\w-]{1,40}\.){1,3}[a-z]{2,12})\b/.exec(lower)?.[1];
  if (mail) return FREE_MAIL.test(mail) ? "@" : `http://${mail}/`;
  return /^(?!mozilla|opera|hbbtv).{3,60}\(\+[a-z]|mailto:|\b(?:at|\[at\]) [\w-]+(?:\.| dot )[a-z]{2,}/.test(
    lower,
  )
    ? "@"
    : "";
}

function tidy(url: string): string {
  return url
    .replace(/^(https?):\/{0,2}/i, (_, scheme: string) => `${scheme.toLowerCase()}://`)
    .replace(/[.)+]+$/, "");
}
