/** Formats numbers, names of specifications and CSV cells. Pure. */

/** Document names by a part of their URL. */
const DOCUMENTS: readonly (readonly [part: string, name: string])[] = [
  ["w3.org/TR/CSP3", "Content Security Policy Level 3"],
  ["w3.org/TR/referrer-policy", "Referrer Policy"],
  ["w3.org/TR/network-error-logging", "Network Error Logging"],
  ["w3.org/TR/permissions-policy", "Permissions Policy"],
  ["w3.org/TR/reporting-1", "Reporting API"],
  ["WD-reporting-1", "Reporting API, draft of 2018"],
  ["w3.org/TR/clear-site-data", "Clear Site Data"],
  ["w3.org/TR/sri-2", "Subresource Integrity Level 2"],
  ["w3.org/TR/server-timing", "Server Timing"],
  ["w3.org/TR/resource-timing", "Resource Timing"],
  ["w3.org/TR/trace-context", "Trace Context"],
  ["w3.org/TR/baggage", "Baggage"],
  ["w3.org/TR/mixed-content", "Mixed Content"],
  ["w3.org/TR/edge-arch", "Edge Architecture"],
  ["w3.org/TR/ldp", "Linked Data Platform"],
  ["w3c.github.io/ServiceWorker", "Service Workers"],
  ["fetch.spec.whatwg.org", "Fetch standard"],
  ["html.spec.whatwg.org", "HTML standard"],
  ["encoding.spec.whatwg.org", "Encoding standard"],
  ["wicg.github.io/ua-client-hints", "User-Agent Client Hints"],
  ["wicg.github.io/client-hints-infrastructure", "Client Hints Infrastructure"],
  ["wicg.github.io/document-isolation-policy", "Document-Isolation-Policy"],
  ["wicg.github.io/document-policy", "Document Policy"],
  ["wicg.github.io/nav-speculation", "Speculative Loading"],
  ["draft-ietf-httpbis-rfc6265bis", "Cookies (RFC 6265bis)"],
  ["draft-ietf-httpapi-ratelimit-headers", "RateLimit headers, IETF draft"],
  ["datatracker.ietf.org/doc", "IETF draft"],
  ["iana.org/assignments", "IANA registry"],
  ["developer.mozilla.org", "MDN"],
  ["owasp.org", "OWASP"],
];

/** Label of a link to a specification: `RFC 9110, section 8.3`, a document's name, else the host. */
export function linkLabel(url: string): string {
  const rfc = /\/rfc(\d+)(?:\.html)?(?:#section-([\d.]+[a-z]?|[A-Z][\d.]*))?/i.exec(url);
  if (rfc) return `RFC ${rfc[1]}${rfc[2] ? `, section ${rfc[2]}` : ""}`;
  const known = DOCUMENTS.find(([part]) => url.includes(part));
  if (known) return known[1];
  return URL.parse(url)?.hostname.replace(/^www\./, "") ?? url;
}

/** CSV row without line end, escaped so that no cell is a formula. */
export function csvRow(cells: readonly string[]): string {
  return cells.map((cell) => csvField(spreadsheetSafe(cell))).join(",");
}

export function csvField(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Characters that start a formula in spreadsheets, full-width forms included (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Prefixes an apostrophe to formulas; numbers stay numbers. */
export function spreadsheetSafe(value: string): string {
  return FORMULA.test(value) && !/^-?\d+(?:\.\d+)?$/.test(value) ? `'${value}` : value;
}
