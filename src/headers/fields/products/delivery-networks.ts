/** Smaller delivery networks and hosts: bunny.net, KeyCDN, CDN77, Imperva, Alibaba Cloud, OVHcloud and others. */

import { type AnyField, field, item } from "../../field.ts";
import { bytes, duration, plural } from "../../wording.ts";
import { airport, country, type Place } from "./places.ts";
import { momentField, momentWords, numberField, plausible, wordField } from "./shapes.ts";

/** CDN-CachedAt of bunny.net: 11/20/2026 10:00:00, in UTC. */
function americanTime(value: string): number | undefined {
  const [, month, day, year, time] = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d:\d\d)$/.exec(value) ?? [];
  return time === undefined ? undefined : Date.parse(`${year}-${month}-${day}T${time}Z`);
}

const UNIX = /^\d{10}(?:\.\d{1,12})?$/;

/** Unix seconds, also with a fraction. */
function unixTime(value: string): number | undefined {
  return UNIX.test(value) ? Number(value) * 1000 : undefined;
}

/** 7-1234-1235 NNNN RT(1700000000000 12) q(0 0 0 -1) r(1 1) U5 */
const IINFO = /^(\d{1,4}-\d{1,15}-\d{1,15}) (\S{1,20}) RT\((\d{13})/;

/** X-Iinfo: what Imperva notes of a request. */
export const xIinfo = field({
  name: "X-Iinfo",
  type: "identifier",
  repeat: "list",
  parse(value) {
    const parts = IINFO.exec(value);
    const ms = plausible(Number(parts?.[3] ?? 0));
    return parts && ms !== undefined ? { session: parts[1] ?? "", state: parts[2] ?? "", ms } : undefined;
  },
  items: ({ session, state, ms }, context) => [
    item("session", session, "Numbers of the proxy, the connection and the request at Imperva."),
    item("state", state, "Marks of what Imperva did; its support can read them."),
    item("RT", new Date(ms).toISOString(), "When the request came.", momentWords(ms, context)),
  ],
  alternate: ({ ms }, context) => `came to Imperva on ${momentWords(ms, context)}`,
});

/** EagleId: the node's IPv4 address in hexadecimal, then milliseconds since 1970, then a counter. */
export const eagleId = field({
  name: "EagleId",
  type: "identifier",
  repeat: "list",
  parse(value) {
    const [, address, digits] = /^([0-9a-f]{8})(\d{13})[0-9a-f]{1,12}$/i.exec(value) ?? [];
    const ms = plausible(Number(digits ?? 0));
    return address === undefined || ms === undefined ? undefined : { node: dotted(address), ms };
  },
  items: ({ node, ms }, context) => [
    item("node", node, "Address of the node of Alibaba's delivery network that answered."),
    item("time", new Date(ms).toISOString(), "When the request came.", momentWords(ms, context)),
  ],
  alternate: ({ ms }, context) => `came to Alibaba Cloud on ${momentWords(ms, context)}`,
});

function dotted(hex: string): string {
  return [0, 2, 4, 6].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(".");
}

/** X-IPLB-Request-ID of OVHcloud: client address and port, server address and port, time, counter; all hexadecimal. */
function iplbTime(value: string): number | undefined {
  const seconds = /^[0-9A-F]{8,32}:[0-9A-F]{4}_[0-9A-F]{8,32}:[0-9A-F]{4}_([0-9A-F]{8})_/i.exec(value)?.[1];
  return seconds === undefined ? undefined : Number.parseInt(seconds, 16) * 1000;
}

/** X-Trans-Id of OpenStack Swift: tx, 21 digits, hyphen, hexadecimal Unix seconds. */
function swiftTime(value: string): number | undefined {
  const seconds = /^tx[0-9a-f]{21}-([0-9a-f]{10})/i.exec(value)?.[1];
  return seconds === undefined ? undefined : Number.parseInt(seconds, 16) * 1000;
}

type Located = { readonly code: string; readonly place: string };

/** A code in which the place stands by a rule of the network's own. */
function placeField(
  name: string,
  read: (value: string) => string | undefined,
  whose: string,
): AnyField<Located> {
  return field({
    name,
    type: "identifier",
    repeat: "list",
    parse(code) {
      const place = read(code);
      return place === undefined ? undefined : { code, place };
    },
    items: ({ code, place }) => [item("place", code, `Where the node of ${whose} that answered is.`, place)],
    alternate: ({ place }) => `${whose} in ${place}`,
  });
}

/** The country by the two letters that `pattern` captures. */
function byCountry(pattern: RegExp): (value: string) => string | undefined {
  return (value) => country(pattern.exec(value)?.[1] ?? "");
}

function byAirport(pattern: RegExp): (value: string) => string | undefined {
  return (value) => whole(airport(pattern.exec(value)?.[1] ?? ""));
}

function whole(place: Place | undefined): string | undefined {
  return place?.whole;
}

/** frankfurtDE, newYorkUSNY */
function townAndCountry(value: string): string | undefined {
  const [, town = "", code = ""] =
    /^([a-z]{3,30}(?:[A-Z][a-z]{1,30}){0,3})([A-Z]{2})(?:[A-Z]{2})?$/.exec(value) ?? [];
  const land = country(code);
  const words = town.replace(/[A-Z]/g, (letter) => ` ${letter}`);
  return land && `${words.charAt(0).toUpperCase()}${words.slice(1)}, ${land}`;
}

export const deliveryFields: readonly AnyField[] = [
  xIinfo,
  eagleId,
  momentField("CDN-CachedAt", americanTime, "stored on", "date"),
  wordField("CDN-RequestPullSuccess", {
    true: "the origin answered",
    false: "the origin did not answer",
  }),
  placeField("X-Edge-Location", byCountry(/^([a-z]{2})[a-z]{2}\d{0,3}$/), "KeyCDN"),
  placeField("X-77-POP", townAndCountry, "CDN77"),
  placeField("X-QC-Pop", byCountry(/^[A-Z]{2}-([A-Z]{2})-[A-Z]{3}-\d{1,5}$/), "QUIC.cloud"),
  placeField("X-Azion-Edge-Pop", byAirport(/^([A-Z]{3})\d{0,3}$/i), "Azion"),
  numberField("X-77-Age", (seconds) => `${duration(seconds)} old`, "delta-seconds"),
  numberField("X-Swift-CacheTime", (seconds) => `kept for ${duration(seconds)}`, "delta-seconds"),
  momentField("X-Swift-SaveTime", Date.parse, "stored on", "date"),
  momentField("Ali-Swift-Global-Savetime", unixTime, "first stored on", "integer"),
  momentField("X-IPLB-Request-ID", iplbTime, "came to OVHcloud on"),
  momentField("X-Trans-Id", swiftTime, "came to OpenStack on"),
  momentField("X-Timestamp", unixTime, "stamped on", "string"),
  momentField("x-wix-request-id", unixTime, "came to Wix on"),
  momentField("X-Cached-Since", Date.parse, "stored on", "date"),
  momentField("X-Cached-At", Date.parse, "stored on", "date"),
  momentField("X-Generated-At", Date.parse, "made on", "date"),
  momentField("X-Origin-Date", Date.parse, "made by the origin on", "date"),
  momentField("X-HS-Prerendered", Date.parse, "made by HubSpot on", "date"),
  numberField("X-Sucuri-ID", (number) => `node ${number} of Sucuri`),
  numberField("CDN-Status", (status) => `status ${status} at bunny.net's edge`),
  numberField("CDN-RequestPullCode", (status) => `status ${status} from the origin`),
  numberField("X-WP-Total", (count) => `${plural(count, "record")} in all`),
  numberField("X-WP-TotalPages", (count) => `${plural(count, "page")} in all`),
  numberField("X-Envoy-Attempt-Count", (count) => (count === 1 ? "at the first try" : `at try ${count}`)),
  numberField("X-Accel-Limit-Rate", (rate) => (rate === 0 ? "no limit" : `${bytes(rate)} a second`)),
  numberField("x-goog-upload-chunk-granularity", (size) => bytes(size)),
] as readonly AnyField[];
