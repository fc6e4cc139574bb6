import { fromTables, rowsOf } from "./tables.ts";

interface Row {
  readonly from: number;
  readonly lowest: string;
}

/** By browser and system, the newest version first. */
const minimums = fromTables(() => {
  const found = new Map<string, Map<string, Row[]>>();
  for (const [browser = "", from = "", system = "", lowest = ""] of rowsOf("minimum-os")) {
    const systems = found.get(browser) ?? new Map<string, Row[]>();
    const rows = systems.get(system) ?? [];
    rows.push({ from: Number(from), lowest });
    systems.set(
      system,
      rows.sort((a, b) => b.from - a.from),
    );
    found.set(browser, systems);
  }
  return found;
});

/** The lowest version of a system that a major version of a browser can run on; undefined where none is known. */
export function minimumOs(browser: string, major: number, system: string): string | undefined {
  return minimums()
    .get(browser)
    ?.get(system)
    ?.find(({ from }) => major >= from)?.lowest;
}
