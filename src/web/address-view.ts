/** An address as a page shows it. Pure. */

import type { IpResult } from "../ip/schema.ts";
import { type Html, html } from "./html.ts";
import { factTable } from "./page.ts";

/** The address, and what and where it is in a sentence. */
export function addressLead(result: IpResult): Html {
  return html`<p class="headline"><code>${result.ip}</code></p>
<p>${placeSentence(result)}</p>`;
}

/** All that is known of an address. */
export function addressFacts(result: IpResult): Html | undefined {
  return factTable([
    ["Country", named(result.countryName, result.countryCode)],
    ["Region", named(result.regionName, result.regionCode)],
    ["City", result.city],
    ["Post code", result.postCode],
    ["Time zone", result.timeZone],
    ["Position", position(result)],
    ["Special purpose", result.special],
    ["Network", result.network && html`<code>${result.network}</code>`],
    ["Announced by", result.asn && `AS${result.asn.number} ${result.asn.organization}`],
    ["Read from", result.source],
  ]);
}

function placeSentence({ code, ipType, special, city, regionName, countryName }: IpResult): string {
  const kind = `An IPv${ipType} address`;
  if (code === "private")
    return `${kind} that has a meaning only inside its own network${special ? ` (${special})` : ""}, so it is at no place.`;
  const place = [city, regionName, countryName].filter((part) => part);
  if (place.length > 0) return `${kind} in ${[...new Set(place)].join(", ")}.`;
  return special
    ? `${kind} set aside for a special purpose (${special}).`
    : `${kind} whose place is not in the database.`;
}

function named(name: string | undefined, code: string | undefined): string {
  return name && code ? `${name} (${code})` : (name ?? "");
}

function position({ latitude, longitude, accuracyRadius = 0, estimated }: IpResult): string {
  if (latitude === undefined || longitude === undefined) return "";
  return `${latitude}, ${longitude}, within ${estimated ? "about " : ""}${accuracyRadius / 1000} km`;
}
