/** IO: sends an export to a collector. */

import type { Fields } from "../../api/answer.ts";
import { type Outcome, outcomeOf } from "./answers.ts";

/** Milliseconds for an export. */
const DEADLINE = 10_000;
/** Bytes of an answer that are read. */
const MOST_READ = 65_536;

/** Sends content, and reads no more of the answer than it needs. Never rejects. */
export async function post(
  url: string,
  content: string,
  fields: Fields,
  deadline: number = DEADLINE,
): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: "POST",
      body: content,
      headers: { ...fields, "content-type": "application/json" },
      // The fields are for this host.
      redirect: "manual",
      signal: AbortSignal.timeout(deadline),
    });
    const text = await opening(response);
    return outcomeOf(response.status, response.headers.get("retry-after"), text, Date.now());
  } catch (error) {
    return { kind: "again", reason: error instanceof Error ? error.message : String(error) };
  }
}

async function opening({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= MOST_READ) break;
  }
  return Buffer.concat(chunks).toString();
}
