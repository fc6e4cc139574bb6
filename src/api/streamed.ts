/** Streamed responses, compressed, flushed after each piece. */

import { constants, createGzip } from "node:zlib";
import { accepts, DEFAULT_FIELDS, type Fields } from "./answer.ts";

export interface Ending {
  /** Bytes sent. */
  readonly bytes: number;
  /** The client disconnected early. */
  readonly left: boolean;
}

export class StreamedAnswer extends Response {
  readonly ended: Promise<Ending>;
  constructor(content: ReadableStream<Uint8Array>, init: ResponseInit, ended: Promise<Ending>) {
    super(content, init);
    this.ended = ended;
  }
}

/** Streams pieces, unbuffered by proxies. A disconnect ends the generator; slow readers get backpressure. */
export function respondStreaming(
  request: Request,
  pieces: AsyncGenerator<string, void>,
  fields: Fields,
): StreamedAnswer {
  const coding = accepts(request.headers.get("accept-encoding"), "gzip") ? openGzip() : PLAIN;
  const { promise: ended, resolve } = Promise.withResolvers<Ending>();
  let bytes = 0;
  const content = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        const coded = done ? await coding.end() : await coding.flush(value);
        bytes += coded.length;
        // An empty chunk would end the content (RFC 9112 section 7.1).
        if (coded.length > 0) controller.enqueue(coded);
        if (!done) return;
        controller.close();
        resolve({ bytes, left: false });
      },
      async cancel() {
        resolve({ bytes, left: true });
        await pieces.return();
        coding.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = {
    ...DEFAULT_FIELDS,
    ...fields,
    vary: "Accept-Encoding",
    // nginx buffers some kilobytes by default.
    "x-accel-buffering": "no",
    ...(coding !== PLAIN && { "content-encoding": "gzip" }),
  };
  return new StreamedAnswer(content, { headers }, ended);
}

interface Coding {
  /** Compresses a text, so that the client can decode all text so far. */
  readonly flush: (text: string) => Promise<Uint8Array>;
  readonly end: () => Promise<Uint8Array>;
  readonly close: () => void;
}

const PLAIN: Coding = {
  flush: async (text) => Buffer.from(text),
  end: async () => new Uint8Array(),
  close: () => {},
};

function openGzip(): Coding {
  const gzip = createGzip();
  const made: Buffer[] = [];
  gzip.on("data", (bytes: Buffer) => made.push(bytes));
  return {
    flush(text) {
      gzip.write(text);
      return new Promise((resolve) =>
        gzip.flush(constants.Z_SYNC_FLUSH, () => resolve(Buffer.concat(made.splice(0)))),
      );
    },
    end() {
      const { promise, resolve } = Promise.withResolvers<Uint8Array>();
      gzip.once("end", () => resolve(Buffer.concat(made.splice(0))));
      gzip.end();
      return promise;
    },
    close: () => gzip.destroy(),
  };
}
