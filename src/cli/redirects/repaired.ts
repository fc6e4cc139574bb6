/** Repairs a map: removes duplicates and shortens chains. Pure. */

import { sourceUrl, targetUrl } from "../../jobs/redirects/addresses.ts";
import type { MapCheck, MapFinding, MapFindingKind } from "../../jobs/redirects/map-check.ts";
import type { MapItem, RedirectRow } from "../../jobs/redirects/map-item.ts";
import { csvField } from "../../view/format.ts";

type Items = () => AsyncIterable<readonly MapItem[]>;

export interface Repair {
  readonly text: string;
  readonly duplicates: number;
  readonly shortened: number;
  /** Findings that remain. */
  readonly left: readonly MapFinding[];
}

/** Kinds that need a person's decision. */
const LEFT: ReadonlySet<MapFindingKind> = new Set(["conflict", "loop", "target-gone"]);

/** CSV in pieces, each with its repairs and remaining findings. */
export async function* repaired(
  items: Items,
  check: MapCheck,
  base: string | undefined,
): AsyncGenerator<Repair> {
  const ends = await endsOf(items, check);
  yield { text: "from,to,status\r\n", duplicates: 0, shortened: 0, left: [] };
  for await (const some of items()) {
    let text = "";
    let [duplicates, shortened] = [0, 0];
    const left: MapFinding[] = [];
    for (const row of some) {
      if (!("from" in row) || row.isSample) continue;
      if (check.isDuplicate(row)) {
        duplicates++;
        continue;
      }
      left.push(...check.findings(row).filter(({ kind }) => LEFT.has(kind)));
      const to = shortTarget(row, ends.get(check.endOfChain(row) ?? -1), base);
      if (to !== undefined) shortened++;
      text += `${[row.from, to ?? row.to, String(row.status ?? "")].map(csvField).join(",")}\r\n`;
    }
    yield { text, duplicates, shortened, left };
  }
}

/** Last rows of all chains, by row number. */
async function endsOf(items: Items, check: MapCheck): Promise<Map<number, RedirectRow>> {
  const wanted = new Set<number>();
  const ends = new Map<number, RedirectRow>();
  for await (const row of rowsOf(items)) {
    const end = check.endOfChain(row);
    if (end !== undefined) wanted.add(end);
  }
  if (wanted.size === 0) return ends;
  for await (const row of rowsOf(items)) if (wanted.has(row.row)) ends.set(row.row, row);
  return ends;
}

async function* rowsOf(items: Items): AsyncGenerator<RedirectRow> {
  for await (const some of items()) for (const item of some) if ("from" in item) yield item;
}

/** Target of the last row in a chain; without a fragment, it gets that of the first row's target. */
function shortTarget(
  row: RedirectRow,
  end: RedirectRow | undefined,
  base: string | undefined,
): string | undefined {
  const [source, lastSource] = [sourceUrl(row.from, base), end && sourceUrl(end.from, base)];
  const target = end && lastSource && targetUrl(end.to, lastSource);
  if (!source || !target || !lastSource) return undefined;
  const fragment = target.hash === "" ? (targetUrl(row.to, source)?.hash ?? "") : "";
  const isPath = end.to.startsWith("/") && source.host === lastSource.host;
  return `${isPath ? end.to : target.href}${fragment}`;
}
