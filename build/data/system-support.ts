/**
 * Writes data/agents/system-support.txt: support dates of operating systems, from endoflife.date (MIT).
 *
 *   bun build/data/system-support.ts                       from endoflife.date's repository on GitHub
 *   bun build/data/system-support.ts FOLDER-OR-URL [DAY]   from a copy of its folder `products`, as of that day
 */

import { join } from "node:path";

const REPOSITORY = "https://raw.githubusercontent.com/endoflife-date/endoflife.date/master/products";
const TARGET = join(import.meta.dir, "../../data/agents/system-support.txt");

/** Pages of endoflife.date → our names of the systems. */
const SYSTEMS = { ios: "iOS", ipados: "iPadOS", macos: "macOS", android: "Android", windows: "Windows" };
/** Version numbers of the oldest Windows versions on the page → names. */
const WINDOWS: Readonly<Record<string, string>> = { 6: "Vista", 5: "XP" };
/** Editions with ten years of support that are not used on desktops. */
const LONG = /-(?:lts|iot)/;

interface Branch {
  readonly branch: string;
  readonly released: string;
  /** Date of the last fixes; `ended` if only the end is known; `""` while fixes continue. */
  readonly until: string;
}

const [from = REPOSITORY, day = new Date().toISOString().slice(0, 10)] = process.argv.slice(2);

async function page(name: string): Promise<string> {
  if (!/^https?:/.test(from)) return Bun.file(join(from, `${name}.md`)).text();
  const response = await fetch(`${from}/${name}.md`);
  if (!response.ok) throw new Error(`${response.url} answers ${response.status}`);
  return response.text();
}

/** @throws Error if a release has another form */
function branchesIn(text: string): readonly Branch[] {
  const { releases } = Bun.YAML.parse(text.split(/^---$/m)[1] ?? "") as {
    releases: { releaseCycle: string; releaseDate: string; eol: string | boolean }[];
  };
  return releases
    .filter(({ releaseCycle }) => !LONG.test(releaseCycle) && /^\d+(?:\.\d+)?(?:-|$)/.test(releaseCycle))
    .map(({ releaseCycle, releaseDate, eol }) => {
      if (!/^\d{4}-\d\d-\d\d$/.test(releaseDate))
        throw new Error(`${releaseCycle} came out on ${releaseDate}`);
      const [branch = ""] = releaseCycle.split("-");
      return { branch, released: releaseDate, until: typeof eol === "string" ? eol : eol ? "ended" : "" };
    });
}

/**
 * One row per branch, with the longest support of its editions, then major versions whose branches have
 * ended.
 */
function joined(all: readonly Branch[]): readonly Branch[] {
  const last = (branches: readonly Branch[]) => {
    const until = branches.map((one) => one.until);
    if (until.includes("")) return "";
    return (
      until
        .filter((one) => one !== "ended")
        .toSorted()
        .at(-1) ?? "ended"
    );
  };
  const first = (branches: readonly Branch[]) => branches.map(({ released }) => released).toSorted()[0] ?? "";
  const rows = [...Map.groupBy(all, ({ branch }) => branch)].map(([branch, each]) => ({
    ...{ branch, released: first(each), until: last(each) },
  }));
  const majors = [...Map.groupBy(rows, ({ branch }) => branch.split(".")[0] ?? "")]
    .filter(([major, each]) =>
      each.every(
        ({ branch, until }) => branch !== major && until !== "" && (until === "ended" || until < day),
      ),
    )
    .map(([major, each]) => ({ branch: major, released: first(each), until: last(each) }));
  return [...rows, ...majors];
}

const lines = [
  "# Support dates of operating systems: system | branch (a prefix of the version) | day of the last fixes.",
  "# The newest branch of a system comes first; `ended` if the day is unknown, empty if it is not set yet.",
  `# documented | https://endoflife.date (MIT), its data of ${day}; written by build/data/system-support.ts`,
];
for (const [name, system] of Object.entries(SYSTEMS)) {
  const rows = joined(branchesIn(await page(name)));
  for (const { branch, until } of rows.toSorted((a, b) => (a.released < b.released ? 1 : -1)))
    lines.push(`${system} | ${(system === "Windows" && WINDOWS[branch]) || branch} | ${until}`.trimEnd());
}
await Bun.write(TARGET, `${lines.join("\n")}\n`);
console.log(`${lines.length - 3} branches written`);
