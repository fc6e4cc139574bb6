import { type AnyField, field, item, problem } from "../field.ts";
import { type Allowlist, readAllowlist } from "../verdicts/connection-allowlist.ts";
import { listing, plural, quote } from "../wording.ts";

const LINK = "https://wicg.github.io/connection-allowlists/#headers";
const GOOD = '(response-origin "https://cdn.example")';

const unreadable = problem<undefined, boolean, undefined>("connection-allowlist-unreadable", "error", LINK, {
  severityOf: (isTrial) => (isTrial ? "warning" : "error"),
  title: (isTrial) =>
    `It does not begin with "(": Chromium ${isTrial ? "reports" : "blocks"} every connection of the page.`,
  bad: ["Connection-Allowlist: https://cdn.example"],
  good: [`Connection-Allowlist: ${GOOD}`],
});

const ignoredPart = problem("connection-allowlist-ignored", "warning", LINK, {
  detect: ({ ignored }: Allowlist) => ignored.length > 0 && ignored,
  title: (ignored) =>
    `Chromium ignores ${listing(ignored.slice(0, 3).map((text) => quote(text, 40)))}: not response-origin, nor a URL pattern.`,
  bad: ['Connection-Allowlist: (self "cdn.example")'],
  good: [`Connection-Allowlist: ${GOOD}`],
});

function allowlist(name: string): AnyField<Allowlist> {
  const isTrial = name.endsWith("Only");
  return field<Allowlist>(name, "sf-list", {
    repeat: "list",
    links: [LINK],
    parse: (value, report) => readAllowlist(value) ?? void report(unreadable, isTrial),
    alternate: ({ own, patterns, redirects }) => {
      const urls = patterns.length > 0 ? plural(patterns.length, "pattern") : "";
      const allowed = [...(own ? ["its own origin"] : []), ...(urls === "" ? [] : [`URLs of ${urls}`])];
      return `the page may connect to ${allowed.length === 0 ? "nothing" : listing(allowed)}${redirects ? "" : "; redirects are blocked"}; Chromium only`;
    },
    items: ({ own, redirects }) => [
      ...(own ? [item("response-origin", "", "The origin of the page itself.")] : []),
      item("redirects", redirects ? "allow" : "block", "Whether a connection may be redirected, to any URL."),
    ],
  }).problems({
    named: [unreadable],
    eachLine: [ignoredPart],
  });
}

export const connectionAllowlist = allowlist("Connection-Allowlist");
export const connectionAllowlistReportOnly = allowlist("Connection-Allowlist-Report-Only");
