import { describe, expect, test } from "bun:test";
import { ProjectError } from "../../../src/jobs/project/project-error.ts";
import { readProject } from "../../../src/jobs/project/read.ts";

const read = (text: string) => readProject(text, "netlens.toml", 0);
const TARGETS = '[watch]\ntargets = ["a.example", "https://b.example/x#y"]\n';

describe("targets", () => {
  test("URLs as looked up, and default values", () => {
    const { watch } = read(TARGETS);
    expect(watch).toMatchObject({
      targets: ["http://a.example/", "https://b.example/x"],
      looks: 2,
      keepDays: 90,
      notify: [],
    });
    expect(watch?.settingsOf("http://a.example/")).toMatchObject({
      "wake-for": [
        "down",
        "empty",
        "other-site",
        "moved",
        "new-warning",
        "require",
        "certificate-days",
        "domain-days",
      ],
    });
    expect(read("").watch).toBeUndefined();
  });
  test("of each key, the last row that matches a URL", () => {
    const { watch, notes } = read(`[limits]
certificate-days = 14
[watch]
targets = ["https://a.example/", "https://a.example/x/y", "https://a.example/x/z"]
wake-for = ["down", "certificate-days", "warning", "hsts-missing", "field-repeated:ETag"]
[[watch.for]]
url = "https://a.example/x/*"
wake-for = ["change"]
[[watch.for]]
url = "https://a.example/x/z"
body = "[0-9]+ €"
for = 3
remind = "12h"
[[watch.for]]
not-body = "(?i)error"
`);
    const usual = [
      ...["down", "certificate-days", "warning", "strict-transport-security-missing"],
      "field-repeated:etag",
    ];
    const all = watch?.targets.map(watch.settingsOf);
    expect(all?.map((one) => [one["wake-for"], one.for, one.remind, one.body, one["not-body"]])).toEqual([
      [usual, undefined, undefined, undefined, "(?i)error"],
      [["change"], undefined, undefined, undefined, "(?i)error"],
      [["change"], 3, 43_200_000, "[0-9]+ €", "(?i)error"],
    ]);
    expect(watch?.expressions).toEqual([
      { text: "[0-9]+ €", at: "netlens.toml:11:1" },
      { text: "(?i)error", at: "netlens.toml:15:1" },
    ]);
    expect(notes).toEqual([
      "netlens.toml:5:52: hsts-missing is now called strict-transport-security-missing",
    ]);
  });
  test("channels", () => {
    const { watch } = read(`${TARGETS}state = "s.sqlite"\nbaselines = "b"\nlooks = 1\nkeep-days = 7
notify = [{ command = ["mail", "-s", "a b"] }, { webhook = "https://chat.example/hook?x=1" }]`);
    expect(watch).toMatchObject({
      state: "s.sqlite",
      baselines: "b",
      looks: 1,
      keepDays: 7,
      notify: [{ command: ["mail", "-s", "a b"] }, { webhook: "https://chat.example/hook?x=1" }],
    });
    const private_ = read(`${TARGETS}[[watch.notify]]\nwebhook = "http://10.0.0.1:9000"\nprivate = true`);
    expect(private_.watch?.notify).toEqual([{ webhook: "http://10.0.0.1:9000/", private: true }]);
  });
});

describe("maintenance windows", () => {
  const paused = (rows: string, time: string, url = "http://a.example/") =>
    read(`${TARGETS}[[watch.maintenance]]\n${rows}`).watch?.isPaused(url, Date.parse(time));
  const night = 'from = "22:30"\nuntil = "04:00"';
  // 2026-11-21 is a Saturday.
  test.each([
    [night, "2026-11-21T22:29:59Z", false],
    [night, "2026-11-21T22:30:00Z", true],
    [night, "2026-11-22T03:59:59Z", true],
    [night, "2026-11-22T04:00:00Z", false],
    [`${night}\ndays = ["sat"]`, "2026-11-22T03:00:00Z", true],
    [`${night}\ndays = ["sat"]`, "2026-11-22T23:00:00Z", false],
    [`${night}\ndays = ["sun"]`, "2026-11-22T03:00:00Z", false],
    ['from = "02:00"\nuntil = "04:00"', "2026-11-22T03:00:00Z", true],
    ['from = "02:00"\nuntil = "04:00"', "2026-11-22T05:00:00Z", false],
    ["from = 2026-12-01T22:00:00Z\nuntil = 2026-12-02T02:00:00Z", "2026-12-02T01:59:59Z", true],
    ["from = 2026-12-01T22:00:00Z\nuntil = 2026-12-02T02:00:00Z", "2026-12-02T02:00:00Z", false],
    ['from = "2026-12-01T23:00:00+01:00"\nuntil = "2026-12-02"', "2026-12-01T22:00:00Z", true],
    [`url = "https://b.example/*"\n${night}`, "2026-11-21T23:00:00Z", false],
  ])("%j at %s", (rows, time, expected) => expect(paused(rows, time)).toBe(expected));
});

describe("an error names line and column", () => {
  const many = (count: number) =>
    `[watch]\ntargets = [${Array.from({ length: count }, (_, n) => `"a${n}.example"`)}]`;
  test.each([
    ["[watch]", '1:1: "targets" is missing'],
    ["[watch]\ntargets = []", "2:1: targets: expected a list of 1 to 1000 URLs"],
    ["[watch]\ntargets = [1]", "2:12: targets: expected URLs in quotes"],
    ['[watch]\ntargets = ["a.example", "ftp://a"]', "2:25: url has the scheme ftp"],
    ['[watch]\ntargets = ["a.example", "http://a.example/#x"]', "2:25: http://a.example/ is listed twice"],
    [
      '[watch]\ntargets = ["https://u:p@a.example"]',
      "2:12: a.example: a URL here must not contain a user name",
    ],
    [many(1001), "2:1: targets: expected a list of 1 to 1000 URLs"],
    [`${TARGETS}target = 1`, '3:1: [watch] has no "target"'],
    [`${TARGETS}wake-for = ["downn"]`, '3:13: no problem has the id "downn"'],
    [`${TARGETS}wake-for = ["require"]`, '3:13: "require" needs [require]'],
    [
      `${TARGETS}wake-for = ["certificate-days"]`,
      '3:13: "certificate-days" needs certificate-days in [limits]',
    ],
    [`${TARGETS}looks = 0`, "3:1: looks: expected a number from 1 to 5"],
    [`${TARGETS}looks = 6`, "3:1: looks: expected a number from 1 to 5"],
    [`${TARGETS}keep-days = 0`, "3:1: keep-days: expected whole days"],
    [`${TARGETS}[[watch.for]]\nurl = "https://[/"`, '4:1: "https://[/" is not a URL pattern'],
    [`${TARGETS}for = 3`, "3:1: for: expected [[watch.for]] tables"],
    [`${TARGETS}[[watch.for]]\nfor = 0`, "4:1: for: expected a number of rounds"],
    [`${TARGETS}remind = "soon"`, "3:1: expected a duration such as"],
    [`${TARGETS}channels = ["pager"]`, '3:13: no [[watch.notify]] has the name "pager"'],
    [`${TARGETS}[[watch.notify]]`, '3:1: [[watch.notify]] needs one of "command", "webhook" and "mail"'],
    [`${TARGETS}[[watch.notify]]\nmail = ["a@a.example"]`, '3:1: "mail" needs "from" and "smtp"'],
    [`${TARGETS}heartbeat = "ftp://a"`, "3:1: url has the scheme ftp"],
    [`${TARGETS}[[watch.maintenance]]\nfrom = "22:00"`, '3:1: "until" is missing'],
    [`${TARGETS}[[watch.maintenance]]\nfrom = "22:00"\nuntil = "2026-12-01"`, '3:1: "from" and "until" are'],
    [`${TARGETS}[[watch.maintenance]]\nfrom = "24:00"\nuntil = "01:00"`, '3:1: "from" and "until" are'],
    [`${TARGETS}[[watch.maintenance]]\nfrom = "9:00"\nuntil = "10:00"`, '3:1: "from" and "until" are'],
    [
      `${TARGETS}[[watch.maintenance]]\nfrom = "01:00"\nuntil = "02:00"\ndays = ["monday"]`,
      "6:9: days: expected one of mon, tue",
    ],
    [
      `${TARGETS}[[watch.notify]]\ncommand = ["a"]\nwebhook = "b.example"`,
      "3:1: [[watch.notify]] needs one of",
    ],
    [
      `${TARGETS}[[watch.notify]]\ncommand = "mail"`,
      "4:1: command: expected a program and its arguments as a list",
    ],
    [
      `${TARGETS}[[watch.notify]]\ncommand = []`,
      "4:1: command: expected a program and its arguments as a list",
    ],
    [
      `${TARGETS}[[watch.notify]]\ncommand = ["a"]\nprivate = true`,
      '5:1: "private" does not apply to a command',
    ],
    [`${TARGETS}[[watch.notify]]\nwebhook = "https://"`, "4:1: url is not a URL"],
  ])("%j", (text, message) => {
    expect(() => read(text)).toThrow(ProjectError);
    expect(() => read(text)).toThrow(`netlens.toml:${message}`);
  });
  test("a thousand URLs are accepted", () => expect(read(many(1000)).watch?.targets).toHaveLength(1000));
});
