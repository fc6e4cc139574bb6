/** Contacts in a bot's string (RFC 9309 section 2.2.1), and the operator they imply. */

import * as contacts from "../../../data/agents/contacts.ts";
import { trimEndOf } from "../../syntax/trim.ts";
import { fromTables, rowsOf } from "../tables/tables.ts";
import type { Agent } from "./agent.ts";
import { guardedBy } from "./patterns.ts";

/** Contact in a string: `page`, or `site` of a mail address (not of mail providers). `given`: any contact. */
export function contactOf(agent: Agent) {
  const { lower } = agent;
  if (/msie |trident\//.test(lower) && !lower.includes("+http") && !/bot|crawl|spider|contact/.test(lower))
    return { page: "", site: "", given: false };
  const page = linkIn(agent) || hostIn(agent);
  const site = contacts.versionPage.exec(page)?.[1];
  if (page !== "") return { page: site === undefined ? page : "", site: site ?? "", given: true };
  const mail = lower.includes("@") && /[\w.-]@((?:[\w-]{1,40}\.){1,3}[a-z]{2,12})\b/.exec(lower)?.[1];
  if (mail) return { page: "", site: contacts.freeMail.test(mail) ? "" : `http://${mail}/`, given: true };
  return { page: "", site: "", given: OTHER_SIGNS.test(agent) };
}

const OTHER_SIGNS = guardedBy(contacts.otherSigns);
const HOST_SIGNS = guardedBy(contacts.hostSigns);

function linkIn({ text, lower }: Agent): string {
  const at = lower.indexOf("http");
  const url = at < 0 ? undefined : LINK.exec(text.slice(at))?.[0];
  if (url === undefined || contacts.noContact.test(url)) return "";
  const whole = url
    .replace(/^https?:\/\/(?=https?:\/\/)/i, "")
    .replace(/^(https?):?\/{0,2}/i, (_, scheme: string) => `${scheme.toLowerCase()}://`);
  return trimEndOf(whole, /[.)+]/);
}

const LINK = /https?(?::(?!:)\/{0,2}|\/\/)[^\s;,()<>"'\]]{4,200}/i;

/** Host without a scheme; in a browser's string only if it cannot be a product's name. */
function hostIn(agent: Agent): string {
  const { text, lower } = agent;
  const browserLike = lower.startsWith("mozilla") || lower.startsWith("opera");
  if (browserLike && !HOST_SIGNS.test(agent)) return "";
  const [marked = "", host] = contacts.markedHost.exec(text) ?? [];
  // `Raindrop.io/5.2.0` is a product with a version.
  if (!host || /^(?:net|like)\b|^[^/]+\/\d[\d.]*[a-z]?$/i.test(host)) return "";
  if (contacts.packageId.test(host) || contacts.noContact.test(host)) return "";
  const meant =
    /^\+|^[(; ]?www\.|\//.test(marked) || /bot|crawl|spider|^mozilla\/5\.0 \(compatible/.test(lower);
  return meant || !browserLike ? `http://${trimEndOf(host, /[.]/)}` : "";
}

/** Site of a program named after its domain. */
export const siteOfName = (name: string): string =>
  contacts.domainName.test(name) ? `https://${name.toLowerCase()}/` : "";

/** Operators by domain, if all listed bots of the domain have the same one. */
const operators = fromTables((): ReadonlyMap<string, string> => {
  const owned = rowsOf("bots").filter(([, , , operator]) => operator);
  const byDomain = Map.groupBy(owned, ([, , , , page = ""]) => domainOf(page));
  byDomain.delete("");
  const single = [...byDomain].flatMap(([domain, rows]) => {
    const [operator = "", ...others] = new Set(rows.map(([, , , name = ""]) => name));
    const robots = new Set(rows.map(([, robot]) => robot));
    return others.length === 0 && robots.size > 1 ? [[domain, operator] as const] : [];
  });
  return new Map(single);
});

/** Registered domain of a page; empty for hosting sites. */
export function domainOf(page: string): string {
  const [, label = "", end = ""] = contacts.registered.exec(page) ?? [];
  const domain = `${label}${end}`.toLowerCase();
  const isAnybodys =
    contacts.sharedHosts.has(domain) || end.endsWith(".example") || contacts.personal.test(page);
  return isAnybodys ? "" : domain;
}

/** Operator of a bot with a page: by name, by other bots of the same site, else the site itself (`seldom.example`). */
export function operatorBy(name: string, page: string): string {
  const domain = domainOf(page);
  return ownerByName(name, page) || (operators().get(domain) ?? "") || domain;
}

/**
 * Operator if the bot's name starts with the name of the site: `Seldom` for SeldomBot or Seldom Link Preview,
 * and `https://www.seldom.example/bot`.
 */
function ownerByName(name: string, page: string): string {
  const [, label = "", end = ""] = contacts.registered.exec(page) ?? [];
  const site = label.toLowerCase().replaceAll("-", "");
  if (site.length < 4) return "";
  let at = 0;
  let read = 0;
  while (read < site.length && at < name.length) {
    const sign = name[at++] ?? "";
    if (/[a-z0-9]/i.test(sign) && sign.toLowerCase() !== site[read++]) return "";
  }
  const rest = name.slice(at);
  if (read < site.length || !(/^(?:[^a-z]|$)/.test(rest) || contacts.robotsEnd.test(rest))) return "";
  return name.slice(0, rest.toLowerCase().startsWith(end.toLowerCase()) ? at + end.length : at);
}
