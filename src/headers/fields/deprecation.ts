import { parseHttpDate } from "../../syntax/dates.ts";
import { parseItem } from "../../syntax/structured-fields.ts";
import { field, problem, worded } from "../field.ts";
import { kindWords, readStructured, structuredProblems } from "../reading/structured.ts";
import { ago, day, moment } from "../wording.ts";

const [unparsed, wrongType] = structuredProblems("Deprecation", parseItem, "rfc9745#section-2.1", {
  good: "@1688169599",
  wrong: "soon",
  // No fix: a valid Deprecation is also a finding.
  fixInvalid: false,
});

const oldForm = worded("deprecation-old-form", "error", "rfc9745#section-2.1", {
  bad: ["Deprecation: true"],
  good: ["Deprecation: @1688169599"],
});

/** Deprecation (RFC 9745): date of deprecation, as a structured field date. */
export const deprecation = field(unparsed, "sf-item", {
  parse(value, report) {
    const old = parseHttpDate(value);
    if (/^(?:true|\?1)$/i.test(value) || old)
      return void report(oldForm, `Deprecation: ${value} is an old form; write a date such as @1688169599.`);
    const item = readStructured(unparsed, value, report);
    if (!item) return undefined;
    if (item.value.kind === "date") return item.value.value * 1000;
    return void report(
      wrongType,
      `Deprecation is ${kindWords(item.value.kind)}; it must be a date such as @1688169599.`,
    );
  },
  alternateInMessage: (ms, context) => `${moment(ms)} (${ago(ms, context.now)})`,
}).problems({
  named: [wrongType, oldForm],
  eachLine: problem("deprecation-announced", "warning", "rfc9745#section-2", {
    detect: () => true,
    title: (_, ms) => `This resource is deprecated as of ${day(ms)}: clients should migrate.`,
    bad: ["Deprecation: @1688169599"],
    good: ["Date: Fri, 20 Nov 2026 10:00:00 GMT"],
  }),
});
