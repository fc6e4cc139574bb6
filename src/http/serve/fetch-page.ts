/** Fetches one small page over HTTPS within the limits and the guard of lookups. */

import { LOOP_FIELD } from "../../api/loop.ts";
import { type ExchangeSettings, lookUp } from "../exchange.ts";
import { openQueue } from "../queue.ts";
import type { HttpSettings } from "../settings.ts";
import { within } from "../wire/deadline.ts";
import { HttpFailure } from "../wire/failures.ts";

/** Total milliseconds, bytes of content, and simultaneous pages. */
const TIMEOUT = 3000;
const MOST_BYTES = 65_536;
const AT_ONCE = 4;

type PageSettings = ExchangeSettings & Pick<HttpSettings, "userAgent">;

/**
 * Fetches a page; undefined unless a complete 200 response arrives over trusted TLS, and if too many fetches
 * are in flight. Follows no redirect and never rejects.
 */
export function pageFetcher(
  settings: () => PageSettings,
): (host: string, path: string) => Promise<string | undefined> {
  const queue = openQueue(AT_ONCE, 0);
  return async (host, path) => {
    try {
      return await queue.run(() => fetchPage(new URL(path, `https://${host}`), settings()), NEVER);
    } catch {
      return undefined;
    }
  };
}

async function fetchPage(url: URL, settings: PageSettings): Promise<string | undefined> {
  const fields = [
    ["User-Agent", settings.userAgent],
    LOOP_FIELD,
    ["Accept", "application/http-message-signatures-directory+json, application/json"],
  ] as const;
  const bounds = { ...settings, maxBodyBytes: MOST_BYTES, maxDecodedBytes: MOST_BYTES, kept: MOST_BYTES };
  const deadlineError = () => new HttpFailure("timeout", `${url.host} took too long.`);
  const { head, content, tls, failure } = await within(TIMEOUT, NEVER, deadlineError, (signal) =>
    lookUp(url, { method: "GET", version: "auto", fields, settings: bounds, signal }),
  );
  const isWhole = failure === undefined && content?.limit === undefined && content?.body.truncated === false;
  if (head?.status !== 200 || tls?.authorized !== true || !isWhole) return undefined;
  return content?.opening && new TextDecoder().decode(content.opening);
}

/** Signal that never aborts: only the timeout ends the request. */
export const NEVER = new AbortController().signal;
