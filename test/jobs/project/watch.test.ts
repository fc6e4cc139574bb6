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
    expect(watch?.wakeFor("http://a.example/")).toEqual([
      "down",
      "moved",
      "new-warning",
      "require",
      "certificate-days",
    ]);
    expect(read("").watch).toBeUndefined();
  });
  test("alert settings of the last row that matches a URL", () => {
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
`);
    expect(watch?.targets.map(watch.wakeFor)).toEqual([
      ["down", "certificate-days", "warning", "strict-transport-security-missing", "field-repeated:etag"],
      ["change"],
      [],
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
      notify: [
        { command: ["mail", "-s", "a b"] },
        { webhook: "https://chat.example/hook?x=1", allowsPrivate: false },
      ],
    });
    const private_ = read(`${TARGETS}[[watch.notify]]\nwebhook = "http://10.0.0.1:9000"\nprivate = true`);
    expect(private_.watch?.notify).toEqual([{ webhook: "http://10.0.0.1:9000/", allowsPrivate: true }]);
  });
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
    [`${TARGETS}[[watch.for]]\nwake-for = []`, '3:1: "url" is missing'],
    [`${TARGETS}[[watch.notify]]`, '3:1: [[watch.notify]] needs either "command" or "webhook"'],
    [
      `${TARGETS}[[watch.notify]]\ncommand = ["a"]\nwebhook = "b.example"`,
      "3:1: [[watch.notify]] needs either",
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
      '3:1: "private" applies only to a webhook',
    ],
    [`${TARGETS}[[watch.notify]]\nwebhook = "https://"`, "4:1: url is not a URL"],
  ])("%j", (text, message) => {
    expect(() => read(text)).toThrow(ProjectError);
    expect(() => read(text)).toThrow(`netlens.toml:${message}`);
  });
  test("a thousand URLs are accepted", () => expect(read(many(1000)).watch?.targets).toHaveLength(1000));
});
