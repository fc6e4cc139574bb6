/** Registration of the target's domain, and its problems. */

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

type Registered = Required<Pick<HttpReport, "domain" | "problems">> & Pick<HttpReport, "unchecked">;

const notChecked = (reason: string) => ({ unchecked: [{ what: "domain registration", count: 1, reason }] });

/** Counts the days that a registration lasts, and reports its problems. @param now milliseconds since the epoch */
export function registered(found: Domain, now: number): Registered {
  const ends = Date.parse(found.expires ?? "");
  const domain = Number.isNaN(ends) ? found : { ...found, daysLeft: Math.floor((ends - now) / DAY) };
  const unknown = found.expires ? {} : notChecked("the registry does not publish its end");
  return { domain, problems: findings(domainRows, domain), ...unknown };
}

/** Looks up the registration of a URL's domain within the time limit of a lookup. Never rejects. */
export async function registrationOf(
  { hostname }: URL,
  settings: ExchangeSettings & Pick<HttpSettings, "rdap" | "timeout">,
  signal: AbortSignal,
): Promise<Pick<HttpReport, "domain" | "problems" | "unchecked">> {
  const { rdap, timeout } = settings;
  try {
    const name = registrableDomain(hostname, "official");
    if (name === null) throw new Error(`${hostname} is not a name that can be registered`);
    if (rdap === undefined) throw new Error("RDAP is off");
    const { registrationBy } = await import("../serve/registrations.ts");
    const late = () => new Error("the time limit of the lookup was reached");
    const found = await within(timeout, signal, late, () => registrationBy(settings, rdap, name));
    return registered(found, Date.now());
  } catch (error) {
    return { problems: [], ...notChecked(error instanceof Error ? error.message : String(error)) };
  }
}
