import { fromTables, rowsOf } from "./tables.ts";

interface Row {
  readonly from: number;
  readonly lowest: string;
}

/** By `browser system`, the newest version first. */
const minimums = fromTables(() => {
  const found = new Map<string, Row[]>();
  for (const [browser = "", from = "", system = "", lowest = ""] of rowsOf("minimum-os")) {
    const key = `${browser} ${system}`;
    const rows = found.get(key) ?? [];
    rows.push({ from: Number(from), lowest });
    found.set(
      key,
      rows.sort((a, b) => b.from - a.from),
    );
  }
  return found;
});

/** The lowest version of a system that a major version of a browser can run on; undefined where none is known. */
export function minimumOs(browser: string, major: number, system: string): string | undefined {
  return minimums()
    .get(`${browser} ${system}`)
    ?.find(({ from }) => major >= from)?.lowest;
}
