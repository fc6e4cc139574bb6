import { expect, test } from "bun:test";
import { releasesOn, shippedRows } from "../../../build/data/end-of-support/distributions.ts";
import { endOfSupportRows } from "../../../build/data/end-of-support/rows.ts";
import { software } from "../../../data/software.ts";
import { explain, findingsOf, lastHeader, problemsOfLast } from "../explained.ts";

test.each([
  ["Server: cloudflare", []],
  ["Server: nginx", []],
  ["Server: Apache (Debian)", []],
  ["Server: Microsoft-IIS/10.0", ["info software-version"]],
  ["Server: nginx/1.14.0 (Ubuntu)", ["info software-version", "warning software-unsupported"]],
  ["Server: Apache Tomcat 8.5.3", ["info software-version", "warning software-unsupported"]],
  ["Server: Microsoft-IIS 10.0", ["info software-version"]],
  ["Server: nginx-1.18.0", ["info software-unsupported", "info software-version"]],
  ["Server: Jetty(9.4.11.v20180605)", ["info software-version", "warning software-unsupported"]],
  ["Server: Apache (Red Hat 7.2)", []],
  ["X-Powered-By: Express v4.17.1", ["info software-version"]],
  [
    "Server: Apache/2.4.41 (Ubuntu) OpenSSL/1.1.1f PHP/7.4.3",
    ["info software-stack", "warning software-unsupported", "warning software-unsupported"],
  ],
  ["Server: Apache/2.4.41 (Ubuntu", ["info server-syntax", "info software-version"]],
  ["X-Powered-By: Express", ["info software-named"]],
  ["X-Powered-By: PHP/8.1.27", ["info software-version", "warning software-unsupported"]],
  ["X-Powered-By: PHP/5.3.3, PleskLin", ["info software-version", "warning software-unsupported"]],
  ["X-AspNet-Version: 4.0.30319", ["info software-version"]],
  ["X-Generator: Drupal 10 (https://www.drupal.org)", ["info software-named"]],
  ["X-SourceMap: /a.map", ["info source-map-named", "warning source-map-prefixed"]],
])("%s", (line, expected) => {
  expect(problemsOfLast([line])).toEqual(expected);
});

test.each([
  [["Server: nginx/1.14.0", "X-Powered-By: PHP/8.1.27"], ["software-stack"]],
  [["Server: nginx/1.14.0", "X-Powered-By: Express"], ["software-version"]],
  [["Server: nginx/1.14.0", "Server: nginx/1.14.0"], ["software-version"]],
  [["Server: nginx", "X-Powered-By: Express"], ["software-named"]],
])("%j disclose software in one finding", (lines, expected) => {
  const names = findingsOf(explain(lines)).map(({ name }) => name);
  expect(names.filter((name) => /^software-(?!unsupported)/.test(name))).toEqual(expected);
});

test.each([
  ["Server: nginx/1.14.0 (Ubuntu)", "nginx 1.14.0 on Ubuntu"],
  ["Server: AmazonS3", "Amazon S3"],
  ["Server: Microsoft-IIS 10.0", "IIS 10.0"],
  ["Server: Apache (Red Hat 7.2)", "Apache on Red Hat 7.2"],
  ["Server: Apache-Coyote/1.1", "Tomcat Coyote 1.1"],
  ["X-AspNet-Version: 4.0.30319", "ASP.NET 4.0.30319"],
  ["X-Generator: Drupal 10 (https://www.drupal.org)", "Drupal 10"],
  ["X-Runtime: 0.012345", "12.3 ms in the application"],
  ["X-Powered-By: wp engine", "WP Engine"],
  ["X-Powered-By: WP Rocket", "WP and Rocket"],
  ["Server: nginx/1.8.0 + Phusion Passenger 4.0.57", "nginx 1.8.0 and Phusion Passenger 4.0.57"],
])("%s in words", (line, words) => {
  expect(lastHeader([line]).alternate).toBe(words);
});

test("a product's branch has a last day of fixes", () => {
  const { details } = lastHeader(["Server: Apache/2.2.15 OpenSSL/1.0.2k-fips PHP/8.1.2"]);
  expect(details.items?.map(({ alternate }) => alternate)).toEqual([
    "Apache 2.2: fixes until 11 July 2017",
    "OpenSSL 1.0.2: fixes until 31 December 2019",
    "PHP 8.1: fixes until 31 December 2025",
  ]);
});

const unsupportedAt = (date: string | undefined, line: string) =>
  findingsOf(explain([...(date === undefined ? [] : [`Date: ${date}`]), line]))
    .filter(({ name }) => name === "software-unsupported")
    .map(({ severity, title }) => `${severity}: ${title}`);

test.each([
  [
    "Fri, 20 Nov 2026 10:00:00 GMT",
    "Server: nginx/1.22.1",
    "info: Server names nginx 1.22.1, whose branch ended on 11 April 2023; Debian 12 ships this version with its own fixes until 30 June 2028.",
  ],
  [
    "Fri, 30 Jun 2028 23:59:59 GMT",
    "Server: nginx/1.22.1",
    "info: Server names nginx 1.22.1, whose branch ended on 11 April 2023; Debian 12 ships this version with its own fixes until 30 June 2028.",
  ],
  [
    "Sat, 01 Jul 2028 00:00:00 GMT",
    "Server: nginx/1.22.1",
    "warning: Server names nginx 1.22.1, which has received no fixes since 11 April 2023.",
  ],
  // No distribution ships this version of the branch.
  [
    "Fri, 20 Nov 2026 10:00:00 GMT",
    "Server: nginx/1.22.0",
    "warning: Server names nginx 1.22.0, which has received no fixes since 11 April 2023.",
  ],
  [
    "Fri, 20 Nov 2026 10:00:00 GMT",
    "Server: nginx/1.18.0 (Ubuntu)",
    "info: Server names nginx 1.18.0, whose branch ended on 20 April 2021; Ubuntu 22.04 ships this version with its own fixes until 1 April 2027.",
  ],
  // The distribution in the comment ships another version.
  [
    "Fri, 20 Nov 2026 10:00:00 GMT",
    "Server: nginx/1.22.1 (Ubuntu)",
    "warning: Server names nginx 1.22.1, which has received no fixes since 11 April 2023.",
  ],
  // Without a time in the message, today decides: the tests' 20 November 2026.
  [
    undefined,
    "Server: Microsoft-IIS/8.5",
    "warning: Server names IIS 8.5 of Windows Server 2012 R2, which has received no fixes since 10 October 2023.",
  ],
  ["Tue, 10 Oct 2023 23:59:59 GMT", "Server: Microsoft-IIS/8.5", undefined],
  [undefined, "Server: Microsoft-IIS/10.0", undefined],
  // The distribution in the comment maintains the version longer than its project, and ends before the branch.
  [
    undefined,
    "Server: Apache/2.4.6 (CentOS)",
    "warning: Server names Apache 2.4.6 of CentOS 7, which has received no fixes since 30 June 2024.",
  ],
  ["Sun, 30 Jun 2024 23:59:59 GMT", "Server: Apache/2.4.6 (CentOS)", undefined],
  [
    undefined,
    "Server: Apache/2.4.37 (centos)",
    "warning: Server names Apache 2.4.37 of CentOS 8, which has received no fixes since 31 December 2021.",
  ],
  [undefined, "Server: Apache/2.4.6", undefined],
  [
    undefined,
    "X-Powered-By: Node.js/18.12.0",
    "warning: X-Powered-By names Node.js 18.12.0, which has received no fixes since 30 April 2025.",
  ],
] as const)("at %s, %s", (date, line, expected) => {
  expect(unsupportedAt(date, line)).toEqual(expected === undefined ? [] : [expected]);
});

test("Debian versions: the common part of a release and its security updates", () => {
  const page = `---
releases:
  - releaseCycle: "12"
    codename: "Bookworm"
    eol: 2026-07-11
    eoes: 2028-06-30
  - releaseCycle: "11"
    codename: "Bullseye"
    eol: 2024-08-14
    eoes: 2026-08-31
---
`;
  const releases = releasesOn(page, "2026-11-20");
  expect(releases).toEqual([{ name: "Debian 12", suite: "bookworm", until: "2028-06-30" }]);
  expect(releasesOn(page, "2026-08-31")).toHaveLength(2);
  const madison = `     nginx | 1.22.1-9+deb12u11 | http://deb.debian.org/debian-security bookworm-security/main amd64 Packages
     nginx | 1.22.1-9+deb12u9 | http://deb.debian.org/debian bookworm/main amd64 Packages
     nginx | 1.26.3-3+deb13u10 | http://deb.debian.org/debian trixie/main amd64 Packages
    php8.2 | 8.2.36-1~deb12u1 | http://deb.debian.org/debian-security bookworm-security/main amd64 Packages
    php8.2 | 8.2.32-1~deb12u1 | http://deb.debian.org/debian bookworm/main amd64 Packages
`;
  expect(shippedRows(madison, releases)).toEqual([
    "nginx | 1.22.1 | 2028-06-30 | Debian 12",
    "php | 8.2 | 2028-06-30 | Debian 12",
  ]);
});

test.each([
  ["Thu, 31 Dec 2025 23:59:59 GMT", []],
  ["Thu, 01 Jan 2026 00:00:00 GMT", ["warning software-unsupported"]],
])("PHP 8.1 at %s", (date, expected) => {
  expect(problemsOfLast([`Date: ${date}`, "X-Powered-By: PHP/8.1.27"])).toEqual([
    "info software-version",
    ...expected,
  ]);
});

test.each([
  "nginx/1.28.0",
  "nginx/1.27.4",
  "nginx/0.7.67",
  "OpenSSL/3.4.1",
  "OpenSSL/3.6.0",
  "Python/3.10.12",
  "PHP/5.2.17",
  "PHP/5.5.9",
  "Jetty/9.4.57",
])("%s has no fixes in November 2026", (product) => {
  const problems = problemsOfLast(["Date: Sat, 21 Nov 2026 00:00:00 GMT", `Server: ${product}`]);
  expect(problems).toContain("warning software-unsupported");
});

test.each(["nginx/1.30.1", "OpenSSL/3.5.4", "Python/3.11.9", "PHP/8.2.30", "PHP/8.5.0", "Apache/2.4.66"])(
  "%s still gets fixes in November 2026",
  (product) => {
    const problems = problemsOfLast(["Date: Sat, 21 Nov 2026 00:00:00 GMT", `Server: ${product}`]);
    expect(problems).not.toContain("warning software-unsupported");
  },
);

test.each([
  ["nginx/1.28.1", "14 April 2026"],
  ["nginx/1.29.0", "13 May 2026"],
  ["nginx/1.11.3", "25 April 2017"],
  ["Apache/2.2.34", "11 July 2017"],
  ["PHP/5.4.45", "14 September 2015"],
  ["Jetty/9.4.57", "14 August 2025"],
  // Support of a major version ends with that of its last branch.
  ["Drupal/9", "1 November 2023"],
])("support of %s ended on %s (endoflife.date)", (product, day) => {
  const problems = lastHeader(["Date: Sat, 21 Nov 2026 00:00:00 GMT", `Server: ${product}`]).problems;
  const title = problems.find(({ name }) => name === "software-unsupported")?.title;
  expect(title).toEndWith(`which has received no fixes since ${day}.`);
});

test("a page of endoflife.date as rows", () => {
  const release = (branch: string, eol: string) => `  - releaseCycle: "${branch}"\n    eol: ${eol}\n`;
  const page = (...releases: string[]) => `---\ntitle: x\nreleases:\n${releases.join("")}---\ntext\n`;
  const rows = endOfSupportRows(
    page(
      release("3.1", "false"),
      release("3.0", "2020-01-01"),
      release("2.1", "2026-08-21"),
      release("2.0", "2025-01-02 # about"),
      release("1.1", "2026-08-22"),
      release("0.2", "true"),
      release("0.1", "2001-01-01"),
    ),
    "2026-08-22",
  );
  expect(rows).toEqual([
    ["3.0", "2020-01-01"],
    ["2.1", "2026-08-21"],
    ["2.0", "2025-01-02"],
    ["1.1", "2026-08-22"],
    ["0.1", "2001-01-01"],
    ["2", "2026-08-21"],
  ]);
  expect(() => endOfSupportRows("# no front matter", "2026-08-22")).toThrow("without releases");
  expect(() => endOfSupportRows(page(release("1.0", "soon")), "2026-08-22")).toThrow("invalid branch");
});

test("each product with branches has a source", () => {
  const without = [...software].filter(([, { branches, source }]) => branches && source === undefined);
  expect(without.map(([name]) => name)).toEqual([]);
});
