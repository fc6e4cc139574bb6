import type { IpResult } from "../../ip/schema.ts";
import { paint, pairs } from "./text.ts";

/** An address for a terminal. */
export function renderAddress(result: IpResult, colour: boolean): string {
  const place = [result.city, result.regionName, result.countryName].filter((part) => part).join(", ");
  const { latitude, longitude, accuracyRadius = 0 } = result;
  const reach = `${result.estimated ? "about " : ""}${accuracyRadius / 1000} km`;
  const at = latitude === undefined ? undefined : `${latitude}, ${longitude} (within ${reach})`;
  const rows = pairs(
    [
      ["kind", result.special ?? (result.code === "geoip" ? undefined : result.code)],
      ["place", place && result.countryCode ? `${place} (${result.countryCode})` : place],
      ["post code", result.postCode],
      ["time zone", result.timeZone],
      ["position", at],
      ["network", result.network],
      ["asn", result.asn && `AS${result.asn.number} ${result.asn.organization}`],
    ],
    colour,
  );
  return `${paint(result.ip, "bold", colour)}\n${rows}`;
}
