/** The findings of a test run: recorded response by response, shown as one table at its end. Pure but for the clock. */

import { plural } from "../headers/wording.ts";
import { checkReport, expectationsOf } from "../jobs/project/check.ts";
import { type Finding, ignoring, type Reason } from "../jobs/project/findings.ts";
import type { Project } from "../jobs/project/read.ts";
import { countText, groupsOf, ignoredText } from "../view/findings.ts";
import { reportOf } from "./explained.ts";
import { type Lines, linesOf, type ResponseLike } from "./message.ts";
import { findProject } from "./project.ts";

export interface RunOptions {
  /** The project file; by default the nearest one from the working directory upwards. */
  readonly project?: Project | undefined;
  /** Ids of findings to leave out, some for one field only (`field-repeated:etag`). */
  readonly ignore?: Iterable<string>;
  /** The origins whose responses count; by default that of `baseURL`, else of a test's first response. */
  readonly origins?: readonly string[];
}

interface RunFinding extends Omit<Finding, "places"> {
  readonly url: string;
  /** Whether it counts as a failure: by the project file, or as an error where that says nothing. */
  readonly fails: boolean;
}

/** The findings of one test, as its reporter gets them: JSON. */
export interface TestFindings {
  readonly responses: number;
  /** Each kind once for a URL, the gravest of a response first. */
  readonly findings: readonly RunFinding[];
  readonly ignored: readonly (Reason & { readonly name: string; readonly url: string })[];
}

/** The name under which a test has them: of an attachment, of a member of its metadata. */
export const KEPT_AS = "netlens";
/** URLs that the table shows of a kind. */
const SHOWN = 3;

export interface Recorder {
  /** Counts a response once, however often it is added. */
  add(response: ResponseLike): void;
  findings(): Promise<TestFindings>;
}

export function recorder(options: RunOptions, base?: string): Recorder {
  const project = "project" in options ? options.project : findProject();
  const ignored = ignoring(new Set(options.ignore ?? []), "ignore");
  const failOn = project && project.failOn.length > 0 ? project.failOn : ["error"];
  const added = new Set<ResponseLike>();
  const read: Promise<Lines | undefined>[] = [];
  const check = (lines: Lines, url: string): TestFindings => {
    const expected = { ...expectationsOf(project, ignored, url), failOn };
    const { findings, ignored: left, breaks } = checkReport(reportOf(lines), expected);
    return {
      responses: 1,
      findings: findings.map((finding) => {
        const { places: _, ...shown } = finding;
        return { ...shown, url, fails: breaks(finding) };
      }),
      ignored: left.map(({ name, by, reason }) => ({ name, url, by, reason })),
    };
  };
  return {
    add(response) {
      if (added.has(response)) return;
      added.add(response);
      // A response that went with its page has no fields any more, one that a test made up may have none.
      read.push(
        Promise.resolve(response)
          .then(linesOf)
          .catch(() => undefined),
      );
    },
    async findings() {
      const lines = (await Promise.all(read)).filter((one) => one !== undefined);
      const known = lines.map((one) => ({ one, url: one.url ?? "" }));
      const first = base ?? known[0]?.url;
      const origins = (options.origins ?? (first === undefined ? [] : [first])).map(originOf);
      const own = known.filter(({ url }) => origins.includes(originOf(url)));
      return joined(own.map(({ one, url }) => check(one, url)));
    },
  };
}

const originOf = (url: string) => URL.parse(url)?.origin ?? url;

function joined(all: readonly TestFindings[]): TestFindings {
  const once = <T extends { readonly name: string; readonly url: string }>(found: readonly T[]) => [
    ...new Map(found.map((one) => [`${one.name}\n${one.url}`, one])).values(),
  ];
  return {
    responses: all.reduce((sum, { responses }) => sum + responses, 0),
    findings: once(all.flatMap(({ findings }) => findings)),
    ignored: once(all.flatMap(({ ignored }) => ignored)),
  };
}

/** The table of a run, and whether the run fails by it. `test` is the title of each. */
export function runTable(tests: readonly { readonly test: string; readonly found: TestFindings }[]): {
  readonly text: string;
  readonly fails: boolean;
} {
  const { responses, findings, ignored } = joined(tests.map(({ found }) => found));
  const groups = groupsOf(findings.map((finding) => ({ finding, url: finding.url })));
  const failing = groups.filter(({ finding: { name } }) =>
    findings.some((one) => one.name === name && one.fails),
  );
  const counts = [countText(groups.map(({ finding }) => finding)), ignoredText(ignored)].filter(Boolean);
  const lines = [
    `netlens: ${plural(responses, "response")} in ${plural(tests.length, "test")}: ${counts.join(", ")}`,
  ];
  for (const group of groups) {
    const { finding, urls } = group;
    lines.push(
      "",
      `${failing.includes(group) ? "FAILS" : "     "} ${finding.severity.padEnd(8)} ${finding.title} [${finding.name}]`,
    );
    const shown = urls.length > SHOWN ? urls.slice(0, SHOWN - 1) : urls;
    for (const url of shown) {
      const { test = "" } =
        tests.find(({ found }) =>
          found.findings.some((one) => one.name === finding.name && one.url === url),
        ) ?? {};
      lines.push(`               ${url} (${test})`);
    }
    if (shown.length < urls.length)
      lines.push(`               and ${plural(urls.length - shown.length, "more URL")}`);
  }
  if (failing.length > 0)
    lines.push(
      "",
      `netlens: ${plural(failing.length, "kind")} of finding ${failing.length === 1 ? "fails" : "fail"} this run`,
    );
  return { text: lines.join("\n"), fails: failing.length > 0 };
}
