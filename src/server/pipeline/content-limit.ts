/** Request content, read whole before a route sees it: within its bound, and no slower than it may come. */

import { costAs, costOfBytes, spend } from "../../api/cost.ts";
import { NetlensError } from "../../api/errors.ts";
import { rewritten } from "./received.ts";

/** Milliseconds that content may take besides those for its bytes: what heads have. */
const GRACE = 12_000;
/** Bytes for which there is a second more: 32 kbit/s, less than the slowest networks carry. */
const LEAST_RATE = 4096;

/** How slowly content may come. */
export interface Pace {
  /** Milliseconds. */
  readonly grace: number;
  /** Bytes a second. */
  readonly leastRate: number;
}

/**
 * The request with content that is all there, known to fit, and paid for by its size.
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

/** Rejects once what has come is less than should have. */
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

/** The connection ends with it: what else comes on it would be the rest of the content. */
function tooSlow({ grace, leastRate }: Pace): NetlensError {
  return new NetlensError(
    "too-slow",
    `The request content must come within ${grace / 1000} s and a second more for each ${leastRate} bytes.`,
    { connection: "close" },
  );
}
