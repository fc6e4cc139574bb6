/** An address as HTML. Pure. */

import shapes from "../../../data/geo/country-shapes.txt" with { type: "text" };
import { rowsIn } from "../../../data/tables.ts";
import { plural } from "../../headers/wording.ts";
import type { IpParts, IpResult } from "../../ip/schema.ts";
import { connectionMeans, placeSentence } from "../../jobs/visitor/address-text.ts";
import { addressFactsAt, isWide, positionText } from "../../view/address.ts";
import { map } from "../assets/assets.ts";
import { type Html, html } from "../html.ts";
import { factTable } from "../page.ts";
import { MAP, placeOf } from "./map-projection.ts";

/** @param block prefix, if the result is about a block */
export function addressLead(result: IpResult, block?: string): Html {
  const sentence = placeSentence(result);
  return html`<p class="headline"><code>${block ?? result.ip}</code></p>
<p>${block === undefined ? sentence : sentence.replace(/^An (IPv\d) address/, "$1 addresses")}${connectionMeans(result) && ` ${connectionMeans(result)}`}</p>`;
}

/** Parts of an address block, one row each. */
export function addressParts({ prefix, parts, truncated }: IpParts): Html {
  return html`<p class="headline"><code>${prefix}</code></p>
<p>The parts of this block differ${truncated === undefined ? "" : `; ${plural(truncated, "further part")} ${truncated === 1 ? "is" : "are"} not shown`}.</p>
${factTable(
  parts.map((part) => [
    part.network ?? part.ip,
    html`${placeSentence(part)}${part.asn && ` AS${part.asn.number} ${part.asn.organization}`}`,
  ]),
)}`;
}

let countries: ReadonlyMap<string, string> | undefined;

/** Outline on the map if only the country is known; undefined for small countries. */
function outlineOf(result: IpResult): string | undefined {
  if (!result.estimated || !isWide(result)) return undefined;
  countries ??= new Map(rowsIn(shapes).map(([code = "", path = ""]) => [code, path]));
  return countries.get(result.countryCode ?? "");
}

/** World map with the country, or with the circle of uncertainty; undefined if the position is unknown. */
export function addressMap(result: IpResult): Html | undefined {
  const place = placeOf(result);
  if (!place) return undefined;
  const outline = outlineOf(result);
  const { x, y, across, up, view, around, label } = place;
  // Relative to the view, so that marks look the same in all sizes.
  const unit = view.width / 400;
  const number = (value: number) => String(Number(value.toFixed(2)));
  const box = ({ x, y, width, height }: typeof view) => [x, y, width, height].map(number);
  const shores = html`<image href="${map.href}" width="${MAP.width}" height="${MAP.height}"/>`;
  return html`<figure><svg class="place" viewBox="${box(view).join(" ")}" width="800" height="320" preserveAspectRatio="xMidYMid slice" role="img" aria-label="Map: ${[label || "the place", positionText(result)].filter(Boolean).join(", ")}">
${shores}
${outline !== undefined && html`<path class="circle" d="${outline}" stroke-width="${number(unit * 0.6)}"/>`}${outline === undefined && html`<ellipse class="circle" cx="${number(x)}" cy="${number(y)}" rx="${number(Math.max(across, unit * 2))}" ry="${number(Math.max(up, unit * 2))}" stroke-width="${number(unit * 0.6)}"/>`}
${!(result.estimated && isWide(result)) && html`<circle class="point" cx="${number(x)}" cy="${number(y)}" r="${number(unit * 1.6)}"/>`}
${around && insetView(around, view, shores, number, box)}</svg><figcaption>${outline === undefined ? circleText(result) : "Only the country is known. "}Map: Natural Earth.</figcaption></figure>`;
}

/** Size of the overview map in the corner, as a share of the map. */
const INSET = 0.3;

type View = NonNullable<ReturnType<typeof placeOf>>["view"];

function insetView(
  around: View,
  view: View,
  shores: Html,
  number: (value: number) => string,
  box: (view: View) => string[],
): Html {
  const [left, top] = [view.x + view.width * 0.01, view.y + view.height * (0.975 - INSET)];
  const [x, y, width, height] = box(view);
  const [ax, ay, aw, ah] = box(around);
  return html`<svg class="inset" x="${number(left)}" y="${number(top)}" width="${number(view.width * INSET)}" height="${number(view.height * INSET)}" viewBox="${box(around).join(" ")}"><rect class="sea" x="${ax}" y="${ay}" width="${aw}" height="${ah}"/>${shores}<rect class="view" x="${x}" y="${y}" width="${width}" height="${height}"/><rect class="edge" x="${ax}" y="${ay}" width="${aw}" height="${ah}"/></svg>
`;
}

/** Meaning of the circle; `""` if the radius is unknown. */
function circleText({ estimated, accuracyRadius }: IpResult): string {
  if (accuracyRadius === undefined) return "";
  return estimated
    ? "Approximate; the circle is the uncertainty. "
    : "The circle is the accuracy radius of the database. ";
}

/** @param now Unix time in milliseconds */
export function addressFacts(result: IpResult, now: number): Html | undefined {
  const { network = "", asn } = result;
  /** Links of facts; RIPEstat covers all autonomous systems. */
  const leads = new Map([
    ["Network", `/?ip=${encodeURIComponent(network)}`],
    ["Announced by", `https://stat.ripe.net/AS${asn?.number}`],
  ]);
  return factTable(
    addressFactsAt(result, now).map(([label, value, own]) => {
      const href = own ?? leads.get(label);
      const text = label === "Network" ? html`<code>${value}</code>` : value;
      return [label, href === undefined ? text : html`<a href="${href}">${text}</a>`];
    }),
  );
}
