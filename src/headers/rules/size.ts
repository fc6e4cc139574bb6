import { type ExplainedLine, problem, rule } from "../field.ts";
import { bytes } from "../wording.ts";

/** Bytes of a header line that proxies and servers accept by default, with a margin. */
const LARGE_FIELD = 4096;
/** Bytes of a header section: reverse proxies accept two pages by default, status line included. */
const LARGE_SECTION = 8000;

/** Name, colon, space, value and line end in HTTP/1.1. */
const sizeOf = ({ line }: ExplainedLine) => line.sent.length + line.value.length + 4;

/** Size of the header section: proxies reject what exceeds their buffers. */
export const size = rule([
  problem({
    id: "field-too-large",
    severity: "warning",
    link: "rfc9110#section-5.4",
    summary: "A header is so large that proxies may reject the response.",
    detectAll: ({ all }) => all.filter((line) => sizeOf(line) > LARGE_FIELD),
    title: (line) =>
      `${line.line.sent.slice(0, 60)} is ${bytes(sizeOf(line))} long, so proxies may reject the response.`,
    at: (line) => line,
    bad: [`X-Note: ${"a".repeat(4096)}`],
    good: ["X-Note: a"],
    edge: [[`X-Long: ${"v".repeat(4087)}`], [`X-Long: ${"v".repeat(4086)}`]],
  }),
  problem({
    id: "fields-too-large",
    severity: "warning",
    link: "rfc9110#section-5.4",
    summary: "The header section is so large that proxies may reject the response.",
    detect({ all }) {
      const total = all.reduce((sum, line) => sum + sizeOf(line), 0);
      return total > LARGE_SECTION && total;
    },
    title: (total) =>
      `The header section is ${bytes(total)} long; proxies often accept at most ${bytes(LARGE_SECTION)}.`,
    bad: Array.from({ length: 90 }, (_, at) => `X-Note-${at}: ${"a".repeat(100)}`),
    good: ["X-Note: a"],
  }),
]);
