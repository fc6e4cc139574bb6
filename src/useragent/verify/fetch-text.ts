/** IO: fetches lists and data files. */

import { AgentsError } from "./ranges.ts";

/** Bytes of a file, and milliseconds for it. */
const MOST_BYTES = 8 * 1_048_576;
const TIMEOUT = 30_000;

/**
 * The text at a URL; certificates count whatever the environment says.
 * @throws AgentsError for another status than 2xx, a file that is too long, and a way that leaves encryption
 */
export async function fetchText(url: string, signal?: AbortSignal): Promise<string> {
  const timeout = AbortSignal.timeout(TIMEOUT);
  const response = await fetch(url, {
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    tls: { rejectUnauthorized: true },
  });
  if (!response.ok) throw new AgentsError(`${url} answers ${response.status}`);
  if (url.startsWith("https:") && !response.url.startsWith("https:"))
    throw new AgentsError(`${url} leads to ${response.url}, which is not encrypted`);
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST_BYTES) throw new AgentsError(`${url} is longer than ${MOST_BYTES} bytes`);
  }
  return text;
}
