/** The fields that go to a collector, from the variable that OpenTelemetry names for them. Pure. */

import type { Fields } from "../../api/answer.ts";

/** The name of the variable. A token in it is on no command line and in no `netlens config`. */
export const HEADERS_VARIABLE = "OTEL_EXPORTER_OTLP_HEADERS";

/**
 * `name=value,name=value`, values percent-encoded (W3C Baggage).
 * @throws Error that names the variable, and repeats nothing of it
 */
export function fieldsOf(given: string | undefined): Fields {
  const fields = new Map<string, string>();
  for (const member of (given ?? "").split(",")) {
    if (member.trim() === "") continue;
    const [, name = "", raw = ""] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=(.*)/s.exec(member) ?? [];
    const value = decoded(raw.trim());
    if (name === "" || value === undefined || !/^[\x20-\x7e]*$/.test(value))
      throw new Error(`${HEADERS_VARIABLE}: expected NAME=VALUE,…, such as Authorization=Bearer%20TOKEN`);
    if (OWN.has(name.toLowerCase()))
      throw new Error(`${HEADERS_VARIABLE}: ${name.toLowerCase()} is not for others to set`);
    fields.set(name.toLowerCase(), value);
  }
  return Object.fromEntries(fields);
}

/** Fields that say what is sent, and how. */
const OWN: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "host",
  "transfer-encoding",
]);

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
