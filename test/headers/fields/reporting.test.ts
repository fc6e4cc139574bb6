import { describe, expect, test } from "bun:test";
import { lastHeader, problemsOfLast } from "../explained.ts";

const GROUP =
  '{"group":"main","max_age":604800,"endpoints":[{"url":"https://r.example/a"}],"include_subdomains":true}';
const ENDPOINTS = 'Reporting-Endpoints: main="https://r.example/a"';

describe("Report-To", () => {
  test.each([
    [GROUP, []],
    [`${GROUP}, {"group":"b","max_age":0,"endpoints":[]}`, []],
    ['{"endpoints":[{"url":"https://a.example"}]}', ["error report-to-member-missing"]],
    ['{"max_age":1}', ["error report-to-member-missing"]],
    ['{"max_age":1,"endpoints":{"url":"https://a.example"}}', ["error report-to-member-invalid"]],
    ['{"max_age":1,"endpoints":[{}]}', ["error report-to-member-missing"]],
    ['{"max_age":"1","endpoints":[{"url":"https://a.example"}]}', ["error report-to-member-invalid"]],
    ['{"group":1,"max_age":1,"endpoints":[{"url":"https://a.example"}]}', ["error report-to-member-invalid"]],
    ['{"max_age":1,"endpoints":[{"url":"http://a.example"}]}', ["error report-to-endpoint-insecure"]],
    ["main", ["error report-to-invalid"]],
    ["[1]", ["error report-to-type"]],
    ["", ["warning value-empty"]],
  ])("%s", (value, expected) => {
    const found = problemsOfLast([`Report-To: ${value}`]);
    expect(found).toEqual([...expected, "warning report-to-deprecated"].sort());
  });

  test("a group in words", () => {
    expect(lastHeader([`Report-To: ${GROUP}`]).alternate).toBe(
      "group main: reports to r.example, for 1 week",
    );
  });
});

describe("NEL", () => {
  test.each([
    ['{"report_to":"main","max_age":86400}', []],
    ['{"report_to":"main","max_age":86400,"success_fraction":0.5,"failure_fraction":1}', []],
    ['{"max_age":0}', []],
    ['{"report_to":"main"}', ["error nel-member-missing"]],
    ['{"max_age":5}', ["error nel-member-missing"]],
    ['{"report_to":"main","max_age":5,"failure_fraction":2}', ["error nel-member-invalid"]],
    ['{"report_to":"main","max_age":5,"include_subdomains":"yes"}', ["error nel-member-invalid"]],
    ['{"report_to":"main","max_age":5,"sucess_fraction":1}', ["info nel-member-unknown"]],
    ['{"report_to":"other","max_age":5}', ["warning report-group-undefined"]],
    ["[]", ["error nel-type"]],
    ["{max_age:0}", ["error nel-invalid"]],
  ])("%s", (value, expected) => {
    expect(problemsOfLast([`Report-To: ${GROUP}`, `NEL: ${value}`])).toEqual(expected);
  });
});

describe("Reporting-Endpoints", () => {
  test.each([
    ['a="https://r.example/a", default="/reports"', []],
    ['a="http://r.example/a"', ["error reporting-endpoint-insecure"]],
    ["a=https://r.example", ["error reporting-endpoint-invalid"]],
    ["a=1", ["error reporting-endpoint-invalid"]],
    ['A="https://r.example/a"', ["error reporting-endpoints-invalid"]],
  ])("%s", (value, expected) => {
    expect(problemsOfLast([`Reporting-Endpoints: ${value}`])).toEqual(expected);
  });
});

describe("endpoints in use", () => {
  test("NEL needs a group of Report-To", () => {
    const nel = 'NEL: {"report_to":"main","max_age":5}';
    const groups = (...lines: string[]) =>
      problemsOfLast([...lines, nel]).filter((text) => text.includes("group"));
    expect(groups(ENDPOINTS)).toEqual(["info nel-group-elsewhere"]);
    expect(groups()).toEqual(["warning report-group-undefined"]);
    expect(groups(`Report-To: ${GROUP}`)).toEqual([]);
    expect(groups("Report-To: broken")).toEqual([]);
  });

  test("a revoked policy needs no group", () => {
    expect(problemsOfLast(['NEL: {"report_to":"gone","max_age":0}'])).toEqual([]);
  });

  const uses = [
    "Content-Security-Policy: default-src 'self'; report-to NAME",
    'Cross-Origin-Opener-Policy: same-origin; report-to="NAME"',
    "Permissions-Policy: geolocation=();report-to=NAME",
    "Document-Policy: force-load-at-top;report-to=NAME",
    "Integrity-Policy: blocked-destinations=(script), endpoints=(NAME)",
  ];
  test.each(uses)("%s", (line) => {
    const undefinedGroup = "warning report-group-undefined";
    expect(problemsOfLast([ENDPOINTS, line.replace("NAME", "main")])).not.toContain(undefinedGroup);
    expect(problemsOfLast([`Report-To: ${GROUP}`, line.replace("NAME", "main")])).not.toContain(
      undefinedGroup,
    );
    expect(problemsOfLast([ENDPOINTS, line.replace("NAME", "other")])).toContain(undefinedGroup);
    expect(problemsOfLast(["Report-To: broken", line.replace("NAME", "other")])).not.toContain(
      undefinedGroup,
    );
  });
});
