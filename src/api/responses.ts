/** Responses of other servers: refusals with `Retry-After`, and bounded content. */

/** Maximum milliseconds of a refusal. */
const LONGEST = 86_400_000;

/** `Retry-After` in milliseconds (RFC 9110 section 10.2.3); undefined if missing or invalid. */
export function waitOf(retryAfter: string | undefined, now = Date.now()): number | undefined {
  if (retryAfter === undefined) return undefined;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const date = /^[A-Z]/i.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Statuses of a busy host: 429 (RFC 6585 section 4) and 503 (RFC 9110 section 15.6.4). */
export const isBusy = (status: number | undefined): boolean => status === 429 || status === 503;

/** @internal for tests: remembers hosts that refuse requests. @param clock Unix time in milliseconds */
export function openRefusals(clock: () => number) {
  const ends = new Map<string, number>();
  return {
    /** @throws the error that `failure` makes, if a host must not be requested now */
    check(host: string, failure = (reason: string) => new Error(reason)): void {
      const end = ends.get(host) ?? 0;
      if (end > clock()) throw failure(`${host} refuses requests until ${new Date(end).toISOString()}`);
    },
    /** Remembers the refusal in a response, if it is one. */
    note(host: string, status: number, retryAfter: string | undefined): void {
      if (isBusy(status)) ends.set(host, clock() + Math.min(waitOf(retryAfter, clock()) ?? 0, LONGEST));
    },
  };
}

/** Refusals of registries and publishers, for the process. */
export const refusals = openRefusals(Date.now);

/** Content of a response; undefined if it has more than `most` bytes. */
export async function textUpTo(most: number, response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > most) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
