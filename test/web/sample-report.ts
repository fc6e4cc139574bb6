/** Sample report with every part that a report can have. */

import type { HeaderObject, Problem } from "../../src/headers/schema.ts";
import type { HttpReport, HttpStep } from "../../src/http/schema.ts";
import type { LineView } from "../../src/view/lines.ts";

const problem = (name: string, severity: Problem["severity"]): Problem => ({
  name,
  title: `This is ${name}.`,
  severity,
  link: "https://www.rfc-editor.org/rfc/rfc9110#section-8.3",
});

const header: HeaderObject = {
  name: "cache-control",
  value: "max-age=60, x",
  description: "Tells caches what to do.",
  details: {
    items: [
      { name: "max-age", value: "60", description: "How long.", alternate: "1 minute" },
      { name: "x", value: "", description: "", problems: [problem("of-an-item", "warning")] },
    ],
    problems: [problem("of-details", "info")],
  },
  alternate: "fresh for 1 minute",
  problems: [problem("of-a-field", "error")],
  type: "list",
  link: ["https://www.rfc-editor.org/rfc/rfc9111"],
  sent: "Cache-Control",
};

const request: HttpStep["request"] = {
  protocol: "https:",
  host: "example.com",
  port: "443",
  pathname: "/",
  search: "?q=1",
  parameters: [{ name: "q", value: "1" }],
  url: "https://example.com/?q=1",
};

const stages = { wait: 1, dns: 2, tcp: 3, tls: 4, firstByte: 50, download: 6, total: 66 };

const redirect: HttpStep = {
  request,
  ip: "203.0.113.5",
  status: 302,
  statusMessage: "Found",
  statusDescription: "It is elsewhere for now.",
  httpVersion: "1.1",
  timeTotal: 66,
  timeStages: stages,
  intent: "Redirects temporarily.",
  headers: [header, header],
  tls: {
    protocol: "TLSv1.3",
    cipher: "TLS_AES_128_GCM_SHA256",
    alpn: "http/1.1",
    authorized: false,
    error: "CERT_HAS_EXPIRED",
    subject: "example.com",
    issuer: "An authority",
    validFrom: "2026-01-01T00:00:00Z",
    validTo: "2026-02-01T00:00:00Z",
    daysLeft: -9,
    names: ["example.com", "www.example.com"],
    fingerprint256: "AA:BB",
  },
  body: { wireBytes: 1234, decodedBytes: 4321, encoding: "gzip", truncated: true },
  early: [{ status: 103, statusMessage: "Early Hints", headers: [header] }],
  location: "https://example.com/next",
  problems: [problem("of-a-step", "warning")],
};

const failed: HttpStep = {
  ...redirect,
  status: 0,
  statusMessage: "Connection refused",
  headers: [],
  error: { phase: "tcp", code: "connection-refused", message: "Nothing listens there.", hint: "Start it." },
};

export const sampleReport: HttpReport = {
  url: "https://example.com/?q=1",
  request,
  status: "error",
  statusMessage: "Connection refused",
  statusDescription: "Nothing listens there.",
  httpVersion: "1.1",
  timeTotal: 132,
  timeStages: stages,
  intent: "After one redirect it fails.",
  headers: [],
  steps: [redirect, failed],
  problems: [problem("of-the-chain", "error")],
  variants: [
    {
      url: "https://example.com/?q=1",
      status: 200,
      final: "https://example.com/next",
      redirects: 1,
      hsts: true,
      problems: [problem("of-an-address", "warning")],
    },
  ],
  stop: "error",
};

const FIXED: ReadonlySet<string> = new Set(["severity", "phase", "stop"]);

/** Copy with every string replaced by `text`, except for enumerated values. */
export function withStrings<T>(value: T, text: string, key = ""): T {
  if (typeof value === "string") return (FIXED.has(key) || value === "error" ? value : text) as T;
  if (Array.isArray(value)) return value.map((each) => withStrings(each, text)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withStrings(each, text, name)]),
  ) as T;
}

/** Header line without optional parts. */
export const plainLine: LineView = {
  number: 1,
  name: "X-A",
  value: "b",
  cut: 0,
  meaning: "",
  group: "content",
  worst: undefined,
  address: undefined,
  items: [],
  more: 0,
  description: "What it is for.",
  links: [],
};
