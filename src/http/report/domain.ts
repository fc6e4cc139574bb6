/** Registration of the target's domain, and its problems. */

import { countUnchecked } from "../../api/unchecked.ts";
import { registrableDomain } from "../../headers/verdicts.ts";
import { plural } from "../../headers/wording.ts";
import type { Domain } from "../../ip/schema.ts";
import type { ExchangeSettings } from "../exchange.ts";
import type { HttpReport } from "../schema.ts";
import type { HttpSettings } from "../settings.ts";
import { within } from "../wire/deadline.ts";
import { type AnyLookupRow, findings, lookupProblem, rfc } from "./problem.ts";

const DAY = 86_400_000;
/** Days before the end that are reported. Registrars must send a notice a month before it (ICANN's ERRP 2.1). */
const SOON = 30;

export const domainRows: readonly AnyLookupRow<Domain>[] = [
  lookupProblem("domain-expired", "error", rfc(9083, "4.5"), {
    detect: ({ daysLeft = 0 }: Domain) => daysLeft < 0,
    title: (_, { name, expires }) => `The registration of ${name} ended on ${expires?.slice(0, 10)}.`,
  }),
  lookupProblem("domain-expires-soon", "warning", rfc(9083, "4.5"), {
    detect: ({ daysLeft = SOON }: Domain) => daysLeft >= 0 && daysLeft < SOON,
    title: (_, { name, expires, daysLeft = 0 }) =>
      `The registration of ${name} ends on ${expires?.slice(0, 10)}: ${plural(daysLeft, "day")} left.`,
  }),
];

/** Counts the days that a registration lasts, and reports its problems. @param now milliseconds since the epoch */
export function registered(found: Domain, now: number): Required<Pick<HttpReport, "domain" | "problems">> {
  const ends = Date.parse(found.expires ?? "");
  const domain = Number.isNaN(ends) ? found : { ...found, daysLeft: Math.floor((ends - now) / DAY) };
  return { domain, problems: findings(domainRows, domain) };
}

const WHAT = "domain registration";

/** Looks up the registration of a URL's domain within the time limit of a lookup. Never rejects. */
export async function registrationOf(
  { hostname }: URL,
  settings: ExchangeSettings & Pick<HttpSettings, "rdap" | "timeout">,
  signal: AbortSignal,
): Promise<Pick<HttpReport, "domain" | "problems" | "unchecked">> {
  const { rdap, timeout } = settings;
  const unchecked = countUnchecked();
  try {
    const name = registrableDomain(hostname, "official");
    if (name === null) throw new Error(`${hostname} is not a name that can be registered`);
    if (rdap === undefined) throw new Error("RDAP is off");
    const { registrationBy } = await import("../serve/registrations.ts");
    const late = () => new Error("the time limit of the lookup was reached");
    const found = await within(timeout, signal, late, () => registrationBy(settings, rdap, name));
    if (!found.expires) unchecked.add(WHAT, "the registry does not publish its end");
    return { ...registered(found, Date.now()), ...unchecked.member() };
  } catch (error) {
    unchecked.add(WHAT, error instanceof Error ? error.message : String(error));
    return { problems: [], ...unchecked.member() };
  }
}
