import type { IpParts, IpResult } from "../../ip/schema.ts";
import { addressFactsAt, placeSentence } from "../../view/address.ts";
import type { Io } from "../command.ts";
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
    result.hostname ?? "",
    result.asn ? `AS${result.asn.number} ${result.asn.organization}` : "",
  ]);
  const head = ["ADDRESS", "COUNTRY", "PLACE", "NETWORK", "HOST NAME", "ANNOUNCED BY"];
  const used = head.map((_, column) => rows.some((row) => row[column] !== ""));
  const kept = [head, ...rows].map((row) =>
    row.filter((_, column) => used[column]).map((cell) => printable(cell)),
  );
  return table(kept)
    .split("\n")
    .map((line) => cut(line, columns))
    .join("\n");
}

/** A block of addresses for a terminal: one answer, or a row for each part. */
export function renderBlock(
  result: IpResult | IpParts,
  { colour, clock, columns }: Pick<Io, "colour" | "clock" | "columns">,
): string {
  if ("ip" in result) return renderAddress(result, colour, clock());
  const more = result.truncated === undefined ? "" : `and ${result.truncated} more parts\n`;
  return `${paint(result.prefix, "bold", colour)}\n${renderAddresses(result.parts, { columns })}${more}`;
}

/** An address for a terminal. @param now Unix time in milliseconds */
export function renderAddress(result: IpResult, colour: boolean, now: number): string {
  const rows = pairs(
    addressFactsAt(result, now).map(([label, value, href]) => [
      label.toLowerCase(),
      href === undefined ? value : `${value}, ${href}`,
    ]),
    colour,
  );
  return `${paint(result.ip, "bold", colour)}\n${printable(placeSentence(result))}\n${rows}`;
}
