/** A product's page of endoflife.date → its branches. */

type Row = readonly [branch: string, until: string];

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Front matter: YAML between the first two lines of `---`. */
function frontMatter(page: string): unknown {
  return Bun.YAML.parse(page.split(/^---$/m)[1] ?? "");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/**
 * Branches and the date of their last fixes, in the order of the page; branches without a date are skipped.
 * Major versions without a supported branch on `day` follow, for software that reports no minor version.
 * Throws if the page has no branches or another format.
 */
export function endOfSupportRows(page: string, day: string): readonly Row[] {
  const matter = frontMatter(page);
  const releases = isObject(matter) ? matter["releases"] : undefined;
  if (!Array.isArray(releases) || releases.length === 0) throw new Error("a page without releases");
  const all = releases.map((release: unknown) => {
    const { releaseCycle: branch, eol: until } = isObject(release) ? release : {};
    if (typeof branch !== "string" || !(typeof until === "boolean" || DAY.test(String(until))))
      throw new Error(`invalid branch: ${JSON.stringify(release)}`);
    return [branch, typeof until === "string" ? until : ""] as const;
  });
  return [...all.filter(([, until]) => until !== ""), ...endedMajors(all, day)];
}

function endedMajors(rows: readonly Row[], day: string): readonly Row[] {
  const majors = Map.groupBy(rows, ([branch]) => branch.split(".", 1)[0] ?? "");
  return [...majors].flatMap(([major, branches]) => {
    const last =
      branches
        .map(([, until]) => until)
        .toSorted()
        .at(-1) ?? "";
    const ended = branches.every(([branch, until]) => branch !== major && until !== "" && until < day);
    return ended ? [[major, last] as const] : [];
  });
}
