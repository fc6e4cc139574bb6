/** Reads request content before the route, with limits of size and time. */

import { costAs, costOfBytes, spend } from "../../api/cost.ts";
import { NetlensError } from "../../api/errors.ts";
import { rewritten } from "./received.ts";

/** Milliseconds allowed for any content, as for headers. */
const GRACE = 12_000;
/** Minimum bytes per second after that: 32 kbit/s, less than the slowest networks. */
const LEAST_RATE = 4096;

export interface Pace {
  /** Milliseconds. */
  readonly grace: number;
  /** Bytes per second. */
  readonly leastRate: number;
}

/**
 * Returns the request with complete content, charged by size.
 * @param most bytes
 * @throws NetlensError `too-large`, `too-slow` or `rate-limit`
 */
export async function limitContent(
  request: Request,
  most: number,
  pace: Pace = { grace: GRACE, leastRate: LEAST_RATE },
): Promise<Request> {
  if (Number(request.headers.get("content-length")) > most) throw tooLarge(most);
  if (request.body === null) return request;
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const deadline = createDeadline(() => length, pace);
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), deadline.passed]);
      if (done) break;
      length += value.byteLength;
      if (length > most) throw tooLarge(most);
      chunks.push(value);
    }
  } finally {
    deadline.clear();
  }
  spend(request, costOfBytes(length));
  const whole = rewritten(request, request.url, { body: new Uint8Array(Buffer.concat(chunks)) });
  costAs(request, whole);
  return whole;
}

/** Rejects when content falls behind the minimum rate. */
function createDeadline(length: () => number, { grace, leastRate }: Pace) {
  const { promise: passed, reject } = Promise.withResolvers<never>();
  passed.catch(() => {});
  const started = performance.now();
  const left = () => started + grace + (length() / leastRate) * 1000 - performance.now();
  const look = () => {
    const more = left();
    if (more > 0) timer = setTimeout(look, more);
    else reject(tooSlow({ grace, leastRate }));
  };
  let timer = setTimeout(look, grace);
  return { passed, clear: () => clearTimeout(timer) };
}

function tooLarge(most: number): NetlensError {
  return new NetlensError("too-large", `The request content may have at most ${most} bytes.`);
}

/** Error that closes the connection, since its next bytes would be the rest of the content. */
function tooSlow({ grace, leastRate }: Pace): NetlensError {
  return new NetlensError(
    "too-slow",
    `The request content must arrive within ${grace / 1000} s plus one second per ${leastRate} bytes.`,
    { connection: "close" },
  );
}
