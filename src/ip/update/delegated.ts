/** RIR statistics exchange format: countries of delegated blocks. */

import { continentOf } from "../../../data/geo/countries.ts";
import { ipv4, type Network, parseAddress, parseQuad } from "../../syntax/ip-address.ts";

interface CountryBlock extends Network {
  readonly country: string;
}

export interface Delegations {
  /** Last day, Unix time in seconds. */
  readonly endDate: number;
  readonly blocks: readonly CountryBlock[];
}

/** `2|ripencc|…` or `2.3|nro|…`, after optional comments. */
const VERSION_LINE = /^(?:[^\S\n]*(?:#[^\n]*)?\n)*2(?:\.\d)?\|[a-z]+\|/;
const FIELDS = { record: 7, summary: 6, version: 6 } as const;
const DELEGATED = new Set(["allocated", "assigned"]);

/** Whether text starts like a statistics file. */
export function isDelegated(start: string): boolean {
  return VERSION_LINE.test(start);
}

/**
 * Parses one or several files. Skips blocks without a country (`ZZ`, `EU`, `AP`) and unassigned ones.
 * @throws Error for invalid lines, or a wrong count in a summary
 */
export function parseDelegated(text: string): Delegations {
  const blocks: CountryBlock[] = [];
  const announced = new Map<string, number>();
  const found = new Map<string, number>();
  let endDate = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const fields = line.trim().split("|");
    if (fields.length === 1 && /^(?:#|$)/.test(line.trim())) continue;
    const [registry = "", country = "", type = "", start = "", value = "", , status = ""] = fields;
    if (/^2(?:\.\d)?$/.test(registry) && fields.length >= FIELDS.version)
      endDate = Math.max(endDate, dayOf(fields));
    else if (fields[5] === "summary" && fields.length >= FIELDS.summary) add(announced, type, Number(value));
    else if (fields.length >= FIELDS.record) {
      add(found, type, 1);
      if (DELEGATED.has(status) && continentOf(country) !== "" && type !== "asn")
        for (const network of networksOf(type, start, value)) blocks.push({ ...network, country });
    } else
      throw new Error(`line ${index + 1} is not in the format of registry statistics: ${line.slice(0, 60)}`);
  }
  check(announced, found);
  return { endDate, blocks };
}

function add(counts: Map<string, number>, type: string, count: number): void {
  counts.set(type, (counts.get(type) ?? 0) + count);
}

function check(announced: ReadonlyMap<string, number>, found: ReadonlyMap<string, number>): void {
  if (announced.size === 0) throw new Error("registry statistics without a summary");
  for (const type of new Set([...announced.keys(), ...found.keys()])) {
    const [wanted = 0, has = 0] = [announced.get(type), found.get(type)];
    if (wanted !== has)
      throw new Error(`the summary counts ${wanted} records of ${type}, but there are ${has}`);
  }
}

/** Last day in the version line, else the first day. */
function dayOf(fields: readonly string[]): number {
  for (const text of [fields[5], fields[4]]) {
    const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text ?? "") ?? [];
    const seconds = Date.UTC(Number(year), Number(month) - 1, Number(day)) / 1000;
    if (seconds > 0) return seconds;
  }
  return 0;
}

function networksOf(type: string, start: string, value: string): readonly Network[] {
  if (type === "ipv4") return blocksOfRange(parseQuad(start), Number(value));
  const address = type === "ipv6" ? parseAddress(start) : undefined;
  const prefix = Number(value);
  if (address?.family !== 6 || !Number.isInteger(prefix) || prefix < 1 || prefix > 128)
    throw new Error(`not a block of addresses: ${type}|${start}|${value}`);
  return [{ address, prefix }];
}

const ALL = 2 ** 32;

/** Splits a range of IPv4 addresses into blocks. */
function blocksOfRange(first: number, count: number): readonly Network[] {
  if (first < 0 || !Number.isInteger(count) || count < 1 || first + count > ALL)
    throw new Error(`not a range of IPv4 addresses: ${first} and ${count} addresses`);
  const blocks: Network[] = [];
  for (let at = first, end = first + count; at < end; ) {
    let bits = 0;
    while (bits < 32 && at % 2 ** (bits + 1) === 0 && at + 2 ** (bits + 1) <= end) bits++;
    blocks.push({ address: ipv4(at), prefix: 32 - bits });
    at += 2 ** bits;
  }
  return blocks;
}
