import { rule } from "../field.ts";
import { rfc9110 } from "../specs.ts";
import { bytes } from "../wording.ts";

/** Bytes of one field line that proxies and servers take by their usual settings, with a margin. */
const LARGE_FIELD = 4096;
/** Bytes of a header section: reverse proxies take two pages by their usual settings, the status line included. */
const LARGE_SECTION = 8000;

/** How large the header section is: proxies refuse what does not fit their buffers. */
export const size = rule({
  kinds: {
    "field-too-large": {
      severity: "warning",
      link: rfc9110("section-5.4"),
      summary: "A field line is so large that proxies may refuse the response.",
      bad: [`X-Note: ${"a".repeat(4096)}`],
      good: ["X-Note: a"],
      edge: [[`X-Long: ${"v".repeat(4087)}`], [`X-Long: ${"v".repeat(4086)}`]],
    },
    "fields-too-large": {
      severity: "warning",
      link: rfc9110("section-5.4"),
      summary: "The header section is so large that proxies may refuse the response.",
      bad: Array.from({ length: 90 }, (_, at) => `X-Note-${at}: ${"a".repeat(100)}`),
      good: ["X-Note: a"],
    },
  },
  check({ all }, note) {
    let total = 0;
    for (const line of all) {
      // Name, colon, space, value and line end, as HTTP/1.1 writes them.
      const length = line.line.sent.length + line.line.value.length + 4;
      total += length;
      if (length > LARGE_FIELD)
        note(
          "field-too-large",
          `${line.line.sent.slice(0, 60)} has ${bytes(length)}: proxies may refuse the response.`,
          line,
        );
    }
    if (total > LARGE_SECTION)
      note(
        "fields-too-large",
        `The header section has ${bytes(total)}: proxies often take ${bytes(LARGE_SECTION)} at most.`,
      );
  },
});
