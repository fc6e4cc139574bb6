import { explainMessage } from "../../../src/headers/explain.ts";
import { parseMessage } from "../../../src/headers/message.ts";

/** A response with what is known of it. */
export interface GoldenCase {
  readonly id: string;
  readonly title: string;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: readonly string[];
  readonly status: number;
  /** RFC 3339 date-time. */
  readonly receivedAt: string;
  readonly headers: readonly string[];
}

/** The golden file of a response: all that the engine says of it, links left out. */
export function goldenText(one: GoldenCase): string {
  const receivedAt = Date.parse(one.receivedAt);
  const { method, url, requestHeaders, status } = one;
  const message = parseMessage(one.headers, { method, url, requestHeaders, status, receivedAt });
  const { headers, problems, intent } = explainMessage(message, receivedAt);
  const withoutLinks = (key: string, value: unknown) => (key === "link" ? undefined : value);
  return `${JSON.stringify({ title: one.title, intent, problems, headers }, withoutLinks, 2)}\n`;
}
