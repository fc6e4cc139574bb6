import { field, problem, worded } from "../field.ts";
import { quote } from "../wording.ts";

const SPEC = "fetch#x-content-type-options-header";
const unknown = worded("x-content-type-options-unknown", "error", SPEC, {
  fix: () => "nosniff",
  bad: ["X-Content-Type-Options: no-sniff"],
  good: ["X-Content-Type-Options: nosniff"],
});

/** X-Content-Type-Options (Fetch section 3.6): `nosniff`; browsers read only the first list member. */
export const xContentTypeOptions = field("X-Content-Type-Options", "token", {
  repeat: "list",
  empty: "; the only valid one is nosniff",
  parse: (value) => value,
  alternate: (value) => (isNosniff(value) ? "browsers must not guess another type" : undefined),
}).problems({
  named: [unknown],
  check(value, _context, report) {
    if (isNosniff(value)) return;
    const what = `X-Content-Type-Options is ${quote(value)}`;
    const isLater = value.split(",").some(isNosniff);
    if (isLater) report(unknown, `${what}: browsers read only the first value, which is not nosniff.`);
    else report(unknown, `${what}, not nosniff, so browsers ignore it.`);
  },
  allLines: problem("x-content-type-options-repeated", "info", SPEC, {
    detect(lines) {
      const count = lines.flatMap(({ line }) => line.value.split(",")).filter(isNosniff).length;
      return count > 1 && count;
    },
    title: (count) => `nosniff appears ${count} times; once is enough.`,
    bad: ["X-Content-Type-Options: nosniff", "X-Content-Type-Options: nosniff"],
    good: ["X-Content-Type-Options: nosniff"],
  }),
  checkAll([first, second], _context, report) {
    if (first && second && !isNosniff(first.line.value) && isNosniff(second.line.value))
      report(unknown, "X-Content-Type-Options: nosniff has no effect on a later line.", second);
  },
});

function isNosniff(value: string): boolean {
  return (value.split(",", 1)[0] ?? "").trim().toLowerCase() === "nosniff";
}
