import table from "../../data/agents/minimum-os.txt" with { type: "text" };
import { rowsOf } from "./tables.ts";

interface Row {
  readonly from: number;
  readonly lowest: string;
}

/** By `browser system`, the newest version first. */
const minimums = new Map<string, Row[]>();
for (const [browser = "", from = "", system = "", lowest = ""] of rowsOf(table)) {
  const key = `${browser} ${system}`;
  const rows = minimums.get(key) ?? [];
  rows.push({ from: Number(from), lowest });
  minimums.set(
    key,
    rows.sort((a, b) => b.from - a.from),
  );
}

/** The lowest version of a system that a major version of a browser can run on; undefined where none is known. */
export function minimumOs(browser: string, major: number, system: string): string | undefined {
  return minimums.get(`${browser} ${system}`)?.find(({ from }) => major >= from)?.lowest;
}
