/**
 * Redirects in blocks that are parsed one by one, so that an error costs one block: `[[redirects]]` of netlify.toml
 * (https://docs.netlify.com/routing/redirects/), and Ghost's redirects.yaml, which has one redirect a line. Pure.
 */

import { type Found, faultAt, MapError, type Place, START } from "../map-item.ts";
import { type JsonValue, readEntry } from "./json.ts";
import { linesOf } from "./lines.ts";
import { regexRules } from "./patterns.ts";

/** Start of a table of TOML, or of the only array of redirects. */
const TABLE = /^\s*(?:\[{1,2}\s*([\w."'-]+)\s*\]{1,2}|(redirects)\s*=)/;

export async function* readToml(text: AsyncIterable<string>): AsyncGenerator<Found[]> {
  let block = "";
  let place = START;
  let isRedirect = false;
  const end = () => (isRedirect ? readBlock(block, place) : []);
  for await (const lines of linesOf(text)) {
    const found: Found[] = [];
    for (const { text: piece, line } of lines) {
      const [, table, list] = TABLE.exec(piece) ?? [];
      if (list !== undefined || (table !== undefined && !table.startsWith("redirects."))) {
        found.push(...end());
        isRedirect = (list ?? table) === "redirects";
        block = "";
        place = { line, column: 1 };
      }
      if (isRedirect) block += `${piece}\n`;
    }
    yield found;
  }
  yield end();
}

function readBlock(block: string, place: Place): Found[] {
  try {
    const { redirects } = Bun.TOML.parse(block) as { readonly redirects: unknown };
    return [redirects].flat().flatMap((each) => readEntry(valueAt(each, place)));
  } catch (error) {
    return [unparsed(place, error)];
  }
}

function valueAt(value: unknown, place: Place): JsonValue {
  if (typeof value !== "object" || value === null) return String(value);
  return {
    place,
    members: new Map(Object.entries(value).map(([name, each]) => [name, valueAt(each, place)])),
  };
}

function unparsed(place: Place, error: unknown): Found {
  const [reason] = (error instanceof Error ? error.message : String(error)).split("\n", 1);
  return faultAt(place, `it cannot be parsed: ${reason}`);
}

export async function* readYaml(text: AsyncIterable<string>): AsyncGenerator<Found[]> {
  let status = "";
  for await (const lines of linesOf(text))
    yield lines.flatMap(({ text: whole, line }): Found[] => {
      const place = { line, column: 1 + Math.max(0, whole.search(/\S/)) };
      const code = /^["']?(\d{3})["']?:\s*(?:#.*)?$/.exec(whole)?.[1];
      status = code ?? status;
      if (code !== undefined || /^\s*(?:#.*)?$|^---/.test(whole)) return [];
      if (status === "") throw new MapError(place, "redirects in YAML begin with a status: 301:");
      try {
        const rule = Bun.YAML.parse(whole.trim());
        if (typeof rule !== "object" || rule === null) throw new Error("expected /old: /new");
        return Object.entries(rule).flatMap(([from, to]) =>
          regexRules(from, String(to), status, { from: place }),
        );
      } catch (error) {
        return [unparsed(place, error)];
      }
    });
}
