import type { IpResult } from "../../ip/schema.ts";
import { cut, paint, pairs, printable, table } from "./text.ts";

/** Several addresses, a row each; cells are cut so that a row fits. */
export function renderAddresses(
  results: readonly IpResult[],
  { columns }: { readonly columns: number },
): string {
  const rows = results.map((result) => [
    result.ip,
    result.countryCode || (result.special ?? result.code),
    [result.city, result.regionName].filter((part) => part).join(", "),
    result.network ?? "",
    result.asn ? `AS${result.asn.number} ${result.asn.organization}` : "",
  ]);
  const head = ["ADDRESS", "COUNTRY", "PLACE", "NETWORK", "ANNOUNCED BY"];
  const used = head.map((_, column) => rows.some((row) => row[column] !== ""));
  const kept = [head, ...rows].map((row) =>
    row.filter((_, column) => used[column]).map((cell) => printable(cell)),
  );
  return table(kept)
    .split("\n")
    .map((line) => cut(line, columns))
    .join("\n");
}

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
