import { field } from "../field.ts";
import { fetchStandard } from "../specs.ts";
import { quote } from "../wording.ts";

/** X-Content-Type-Options (Fetch, section 3.6): `nosniff`, of which browsers read the first list member only. */
export const xContentTypeOptions = field({
  name: "X-Content-Type-Options",
  type: "token",
  repeat: "list",
  kinds: {
    "x-content-type-options-unknown": {
      severity: "error",
      link: fetchStandard("x-content-type-options-header"),
      summary: "X-Content-Type-Options is not nosniff, the only value there is.",
      bad: ["X-Content-Type-Options: no-sniff"],
      good: ["X-Content-Type-Options: nosniff"],
    },
    "x-content-type-options-repeated": {
      severity: "warning",
      link: fetchStandard("x-content-type-options-header"),
      summary: "X-Content-Type-Options says nosniff more than once.",
      bad: ["X-Content-Type-Options: nosniff", "X-Content-Type-Options: nosniff"],
      good: ["X-Content-Type-Options: nosniff"],
    },
  },
  parse(value, note) {
    if (value !== "") return value;
    note("value-empty", "X-Content-Type-Options has no value; nosniff is the only one there is.");
    return undefined;
  },
  alternate: (value) => (isNosniff(value) ? "the declared media type is final" : undefined),
  check(value, _context, note) {
    if (isNosniff(value)) return;
    const later = value.split(",").some(isNosniff);
    note(
      "x-content-type-options-unknown",
      later
        ? `X-Content-Type-Options is ${quote(value)}: browsers read the first value only, which is not nosniff.`
        : `X-Content-Type-Options is ${quote(value)}, not nosniff: browsers ignore it.`,
      undefined,
      FIXED,
    );
  },
  checkAll(lines, _context, note) {
    const [first, second] = lines;
    if (first && second && !isNosniff(first.line.value) && isNosniff(second.line.value))
      note(
        "x-content-type-options-unknown",
        "X-Content-Type-Options: nosniff on a later line does nothing: browsers read the first line only.",
        second,
      );
    const count = lines
      .flatMap(({ line }) => line.value.split(","))
      .filter((member) => isNosniff(member)).length;
    if (count > 1) note("x-content-type-options-repeated", `nosniff appears ${count} times; once is enough.`);
  },
});

const FIXED = "X-Content-Type-Options: nosniff";

function isNosniff(value: string): boolean {
  return (value.split(",", 1)[0] ?? "").trim().toLowerCase() === "nosniff";
}
