import { type AnyField, field, type ProblemKind } from "../field.ts";
import { mdn } from "../specs.ts";
import { cspItems } from "./csp/items.ts";
import { type Csp, readCsp } from "./csp/policy.ts";

const KIND: ProblemKind = {
  severity: "warning",
  link: mdn("Content-Security-Policy"),
  summary: "A content security policy is sent under a name from before the standard, which browsers ignore.",
  bad: ["X-Content-Security-Policy: default-src 'self'"],
  good: ["Content-Security-Policy: default-src 'self'"],
};

/** The policy is told but not judged: nothing obeys it. */
function prefixed(name: string, kind?: ProblemKind): AnyField<Csp> {
  const modern = `Content-Security-Policy${name.endsWith("-Report-Only") ? "-Report-Only" : ""}`;
  return field({
    name,
    type: "policy",
    repeat: "separate",
    ...(kind && { kinds: { "csp-name-prefixed": kind } }),
    parse: (value) => readCsp(value),
    items: cspItems,
    checkAll(lines, context, note) {
      const isSent = context.has(modern.toLowerCase());
      const rest = isSent ? `it can go, since ${modern} is sent` : `${modern} is the name to use`;
      const value = lines[0]?.line.value;
      note(
        "csp-name-prefixed",
        `${name} is a name from before the standard, which browsers ignore; ${rest}.`,
        undefined,
        isSent || value === undefined ? undefined : `${modern}: ${value}`,
      );
    },
  });
}

/** Firefox 4 to 22 and Internet Explorer 10. */
export const xContentSecurityPolicy = prefixed("X-Content-Security-Policy", KIND);
export const xContentSecurityPolicyReportOnly = prefixed("X-Content-Security-Policy-Report-Only");
/** Chrome 14 to 24 and Safari 5.1 to 6. */
export const xWebkitCsp = prefixed("X-WebKit-CSP");
export const xWebkitCspReportOnly = prefixed("X-WebKit-CSP-Report-Only");
