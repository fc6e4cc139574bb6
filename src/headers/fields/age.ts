import { field } from "../field.ts";
import { readSeconds } from "../reading/seconds.ts";
import { invalidKind } from "../reading/value-kinds.ts";
import { rfc9111 } from "../specs.ts";
import { duration } from "../wording.ts";

/** Age (RFC 9111 section 5.1): seconds that the response has spent in caches. */
export const age = field({
  name: "Age",
  type: "delta-seconds",
  repeat: "single",
  kinds: {
    ...invalidKind("Age", "soon", "60", rfc9111("section-5.1")),
    "age-too-large": {
      severity: "warning",
      link: rfc9111("section-1.2.2"),
      summary: "Age is larger than caches have to support.",
      bad: ["Age: 2147483649"],
      good: ["Age: 86400"],
    },
  },
  parse: (value, note) => readSeconds("Age", value, note),
  alternate: ({ seconds }) => duration(seconds),
  check({ tooLarge }, _context, note, { line }) {
    if (tooLarge)
      note("age-too-large", `An Age of ${line.value} seconds is larger than caches have to support.`);
  },
});
