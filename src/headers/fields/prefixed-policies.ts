import { type AnyField, field, problem } from "../field.ts";
import { cspItems } from "./csp/items.ts";
import { type Csp, readCsp } from "./csp/policy.ts";

/** Old and standard header name. `value` is undefined if the standard header is sent too. */
interface Prefixed {
  readonly name: string;
  readonly modern: string;
  readonly value: string | undefined;
}

const namePrefixed = problem("csp-name-prefixed", "warning", "mdn/Content-Security-Policy", {
  detect: (found: Prefixed) => found,
  title: ({ name, modern, value }) =>
    `${name} is a pre-standard name, which browsers ignore; ${value === undefined ? `remove it, as ${modern} is sent` : `use ${modern}`}.`,
  send: ({ modern, value }) => (value === undefined ? undefined : `${modern}: ${value}`),
  bad: ["X-Content-Security-Policy: default-src 'self'"],
  good: ["Content-Security-Policy: default-src 'self'"],
});

/** Field that is explained but not checked, since browsers ignore the header. */
function prefixed(name: string): AnyField<Csp> {
  const modern = `Content-Security-Policy${name.endsWith("-Report-Only") ? "-Report-Only" : ""}`;
  return field(name, "policy", {
    repeat: "separate",
    parse: (value) => readCsp(value),
    items: cspItems,
    together: ([first], { has }): Prefixed => ({
      name,
      modern,
      value: has(modern.toLowerCase()) ? undefined : first?.line.value,
    }),
  }).problems({ allLines: [namePrefixed] });
}

/** Firefox 4 to 22 and Internet Explorer 10. */
export const xContentSecurityPolicy = prefixed("X-Content-Security-Policy");
export const xContentSecurityPolicyReportOnly = prefixed("X-Content-Security-Policy-Report-Only");
/** Chrome 14 to 24 and Safari 5.1 to 6. */
export const xWebkitCsp = prefixed("X-WebKit-CSP");
export const xWebkitCspReportOnly = prefixed("X-WebKit-CSP-Report-Only");
