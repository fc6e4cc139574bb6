/** Findings of a test run: recorded per response, printed as one table at its end. Pure but for the clock. */

import { plural } from "../../headers/wording.ts";
import { checkReport, expectationsOf } from "../../jobs/project/check.ts";
import { type Finding, ignoring, type Reason } from "../../jobs/project/findings.ts";
import type { Project } from "../../jobs/project/read.ts";
import { countText, groupsOf, ignoredText } from "../../view/findings.ts";
import { findProject } from "../project.ts";
import { type Lines, linesOf, type ResponseLike, reportOf } from "./message.ts";

export interface RunOptions {
  /** Default: the nearest project file, from the working directory upwards. */
  readonly project?: Project | undefined;
  /** Ids to ignore, some for one field only (`field-repeated:etag`). */
  readonly ignore?: Iterable<string>;
  /** Origins whose responses count; default: that of `baseURL`, else of the test's first response. */
  readonly origins?: readonly string[];
}

interface RunFinding extends Omit<Finding, "places"> {
  readonly url: string;
  /** True if the finding fails the run: by the project file, or without one if it is an error. */
  readonly fails: boolean;
}

/** Findings of one test, as JSON for the reporter. */
export interface TestFindings {
  readonly responses: number;
  /** Each kind once per URL, the worst of a response first. */
  readonly findings: readonly RunFinding[];
  readonly ignored: readonly (Reason & { readonly name: string; readonly url: string })[];
}

/** Name of the test's attachment (Playwright) or metadata member (Vitest). */
export const KEPT_AS = "netlens";
/** URLs listed per kind. */
const SHOWN = 3;

export interface Recorder {
  /** Ignores a response that was added before. */
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
      // Response headers are unavailable after the page is closed, and a mocked response may have none.
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

/** Formats the table of a run. @param tests title and findings of each */
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
