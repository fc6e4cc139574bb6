import { wordTexts } from "../../../data/headers/words.ts";
import { splitList } from "../../syntax/lists.ts";
import { field, firstOf, item, problem, valueEmpty } from "../field.ts";
import { quote } from "../wording.ts";

const DESCRIPTIONS = wordTexts("parts of X-XSS-Protection");

/** X-XSS-Protection: controlled a filter that browsers removed. */
export const xXssProtection = field("X-XSS-Protection", "parameters", {
  parse(value, report) {
    const parts = splitList(value, ";").members.map(({ text }) => text);
    if (parts.length > 0) return parts;
    return void report(valueEmpty, "X-XSS-Protection has no value.");
  },
  partItem: (part) => {
    const [name = "", ...rest] = part.split("=");
    return item(name, rest.join("="), DESCRIPTIONS.get(name.toLowerCase()) ?? "Unknown.");
  },
  alternate: ([first]) =>
    first === "0"
      ? "filter off, the safe setting"
      : first === "1"
        ? "no effect: no current browser has the filter"
        : undefined,
}).problems({
  eachLine: firstOf(
    problem("x-xss-protection-on", "info", "mdn/X-XSS-Protection", {
      detect: ([first]) => first === "1",
      fix: () => "0",
      bad: ["X-XSS-Protection: 1; mode=block"],
      good: ["X-XSS-Protection: 0"],
    }),
    problem("x-xss-protection-unknown", "warning", "mdn/X-XSS-Protection", {
      detect: ([first = ""]) => first !== "0" && first,
      title: (first) => `${quote(first)} is neither 0 nor 1.`,
      fix: () => "0",
      bad: ["X-XSS-Protection: block"],
      good: ["X-XSS-Protection: 0"],
    }),
  ),
});
