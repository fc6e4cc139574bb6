import { field, invalidValue, problem } from "../field.ts";
import { inSeconds } from "../reading/fixing.ts";
import { readSeconds } from "../reading/seconds.ts";
import { duration } from "../wording.ts";

const invalid = invalidValue("Age", "soon", "60", "rfc9111#section-5.1", { fix: inSeconds });

/** Age (RFC 9111 section 5.1): seconds that the response has spent in caches. */
export const age = field(invalid, "delta-seconds", {
  parse: (value, report) => readSeconds(invalid, value, report),
  alternate: ({ seconds }) => duration(seconds),
}).problems({
  eachLine: problem("age-too-large", "warning", "rfc9111#section-1.2.2", {
    detect: ({ tooLarge }) => tooLarge,
    title: (_, __, ___, { line }) => `An Age of ${line.value} seconds is larger than some caches support.`,
    bad: ["Age: 2147483649"],
    good: ["Age: 86400"],
  }),
});
