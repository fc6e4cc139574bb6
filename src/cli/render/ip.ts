import type { IpBlock, IpResult } from "../../ip/schema.ts";
import { placeSentence } from "../../jobs/visitor/address-text.ts";
import { addressFactsAt } from "../../view/address.ts";
import type { Io } from "../command.ts";
import { cut, paint, pairs, printable, table } from "./text.ts";

/** Several addresses, one row each, cut to the terminal's width. */
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

/** Address block: one answer, or one row per part. */
export function renderBlock(result: IpBlock, io: Terminal, ages: string): string {
  if ("ip" in result) return renderAddress(result, io, ages);
  const more = result.truncated === undefined ? "" : `further parts: ${result.truncated}\n`;
  return `${paint(result.prefix, "bold", io.colour)}\n${renderAddresses(result.parts, io)}${more}${paint(ages, "dim", io.colour)}\n`;
}

type Terminal = Pick<Io, "colour" | "clock" | "columns">;

/** @param ages age of the data */
export function renderAddress(result: IpResult, { colour, clock }: Terminal, ages: string): string {
  const facts = addressFactsAt(result, clock()).map(([label, value, href]): [string, string] => [
    label.toLowerCase(),
    href === undefined ? value : `${value}, ${href}`,
  ]);
  const rows = pairs([...facts, ["data", result.special ? "" : ages]], colour);
  return `${paint(result.ip, "bold", colour)}\n${printable(placeSentence(result))}\n${rows}`;
}
