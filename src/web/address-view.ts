/** An address as a page shows it. Pure. */

import type { IpResult } from "../ip/schema.ts";
import { MAP, placeOf } from "../view/place.ts";
import { map } from "./assets.ts";
import { type Html, html } from "./html.ts";
import { factTable } from "./page.ts";

/** The address, and what and where it is in a sentence. */
export function addressLead(result: IpResult): Html {
  return html`<p class="headline"><code>${result.ip}</code></p>
<p>${placeSentence(result)}</p>`;
}

/** The place on a map of the world, with the circle that it lies in; nothing where no place is known. */
export function addressMap(result: IpResult): Html | undefined {
  const place = placeOf(result);
  if (!place) return undefined;
  const { x, y, across, up, view, label } = place;
  // Of the map's own width, so that marks look the same in every view.
  const unit = view.width / 400;
  const number = (value: number) => String(Number(value.toFixed(2)));
  return html`<figure><svg class="place" viewBox="${[view.x, view.y, view.width, view.height].map(number).join(" ")}" width="800" height="320" role="img" aria-label="Map: ${label || "the place"}, ${position(result)}">
<image href="${map.href}" width="${MAP.width}" height="${MAP.height}"/>
<ellipse class="circle" cx="${number(x)}" cy="${number(y)}" rx="${number(Math.max(across, unit * 2))}" ry="${number(Math.max(up, unit * 2))}" stroke-width="${number(unit * 0.6)}"/>
<circle class="point" cx="${number(x)}" cy="${number(y)}" r="${number(unit * 1.6)}"/>
</svg><figcaption>${result.estimated ? "The middle of what is known; the circle covers it." : "The circle is as exact as the database says."} Shores: Natural Earth.</figcaption></figure>`;
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
