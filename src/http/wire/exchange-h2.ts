import type http2 from "node:http2";
import { HTTP2_ERRORS } from "../../../data/protocols.ts";
import type { FieldLine } from "../../headers/message.ts";
import { guarded, type Transport } from "../../platform/socket.ts";
import { trimOws } from "../../syntax/tokens.ts";
import { requestTarget } from "../target.ts";
import { type ContentReader, contentReaderOf } from "./content.ts";
import { openFeed } from "./content-feed.ts";
import { within } from "./deadline.ts";
import { bodyTimeout, endOf, headTimeout, isDrained, refuseAbort, wantsContent } from "./exchange-h1.ts";
import type { ExchangeContext, ExchangeState, WireRequest } from "./exchange-state.ts";
import { HttpFailure } from "./failures.ts";
import { framingOf } from "./framing.ts";
import { type FramedStream, type FrameMeter, framedStream, openFrameMeter } from "./h2-wire.ts";
import { type ResponseHead, readText, tooManyInterim } from "./head.ts";

/** An HTTP/2 connection that serves one request at a time. */
export interface Http2Connection {
  readonly lasts: boolean;
  /** Fills `reading` as the response arrives. @throws HttpFailure or the signal's reason */
  exchange(request: WireRequest, reading: ExchangeState, around: ExchangeContext): Promise<void>;
  destroy(): void;
}

export function openHttp2(
  transport: Transport,
  origin: string,
  settings: ExchangeContext["settings"],
): Http2Connection {
  const { connect } = process.getBuiltinModule("node:http2");
  const meter = openFrameMeter(settings);
  const framed = framedStream(transport, meter);
  const session = connect(origin, {
    createConnection: () => framed.stream,
    settings: { enablePush: false, maxHeaderListSize: settings.maxHeadBytes + OVERHEAD * MOST_FIELDS },
    // Node's default of 128 fields would look like a fault of the server. One more for the status.
    maxHeaderListPairs: MOST_FIELDS + 1,
    // The default drops values with surrounding white space.
    strictFieldWhitespaceValidation: false,
  } as http2.SecureClientSessionOptions);
  let farewell = "";
  const connection = {
    lasts: false,
    exchange,
    destroy() {
      session.on("error", () => {});
      session.destroy();
      framed.stream.destroy();
    },
  };
  const endReuse = () => {
    connection.lasts = false;
  };
  /** Rejects with an error of netlens itself in a callback. */
  const bug = Promise.withResolvers<never>();
  bug.promise.catch(endReuse);
  session.on(
    "goaway",
    guarded(bug.reject, (code: number, _last: number, text?: Uint8Array) => {
      farewell = farewellText(code, text);
      endReuse();
    }),
  );
  const failed = failureOf(session, () => farewell);
  failed.catch(endReuse);
  framed.refused.catch(endReuse);
  return connection;

  async function exchange(
    request: WireRequest,
    reading: ExchangeState,
    around: ExchangeContext,
  ): Promise<void> {
    const { clock, stages, signal } = around;
    connection.lasts = false;
    meter.renew();
    framed.resume();
    reading.isSent = framed.stream.writable;
    const stream = session.request(h2Fields(request), { endStream: request.body === undefined });
    if (request.body !== undefined) stream.end(request.body);
    const arrivals = openArrivals(stream, bug.reject);
    // Errors of the connection come first, so that they take precedence over errors of the stream.
    const broken = Promise.race([framed.refused, failed, failureOf(stream, () => farewell), bug.promise]);
    broken.catch(() => {});
    const interim: ResponseHead[] = [];
    reading.interim = interim;
    stream.on(
      "trailers",
      guarded(bug.reject, (_fields: http2.IncomingHttpHeaders, _flags: number, raw?: string[]) => {
        const { lines } = readLines(raw);
        if (lines.length > 0) reading.trailers = lines;
      }),
    );
    const head = await within(
      settings.headTimeout,
      signal,
      () => headTimeout(settings.headTimeout),
      () =>
        Promise.race([broken, readHead(stream, interim, settings, () => stages.enter("download", clock()))]),
    );
    reading.head = head;
    reading.receivedAt = Date.now();
    const isWanted = wantsContent(request, head);
    if (!isWanted && !isDrained(framingOf(head, request.method))) return;
    const content = contentReaderOf(head, settings);
    const expected = expectedBytes(head, request.method);
    const incoming = { stream, arrivals, content, framed, meter, broken, expected };
    const failure = await readContent(incoming, around);
    const result = await endOf(content, failure === undefined, around);
    if (isWanted) reading.content = result;
    if (failure) throw failure;
    connection.lasts =
      meter.endedStream === stream.id && farewell === "" && !session.closed && !session.destroyed;
  }
}

/** Pseudo-header fields of HTTP/2 and HTTP/3 (RFC 9113 section 8.3.1). */
export function pseudoFields({ url, method }: Pick<WireRequest, "url" | "method">) {
  return { ":method": method, ":scheme": "https", ":authority": url.host, ":path": requestTarget(url) };
}

/** Fields of a request, in lower case as HTTP/2 and HTTP/3 require. */
export function h2Fields(request: WireRequest) {
  const own = request.fields.map(([name, value]) => [name.toLowerCase(), value]);
  return { ...pseudoFields(request), ...Object.fromEntries(own) };
}

/** Rejects when the session or stream fails; never resolves. */
function failureOf(
  emitter: http2.ClientHttp2Session | http2.ClientHttp2Stream,
  farewell: () => string,
): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  const code = () => ("rstCode" in emitter ? emitter.rstCode : undefined);
  emitter.on("error", (error: Error) => reject(h2Failure(error, code(), farewell())));
  emitter.once("close", () => reject(h2Failure(undefined, code(), farewell())));
  return promise;
}

/** Maximum fields: Node.js decodes a header section without a pause, 20 ms per thousand fields. */
const MOST_FIELDS = 4000;
/** Octets per field that the size of a header section includes (RFC 9113 section 6.5.2). */
const OVERHEAD = 32;

/** Text of a GOAWAY frame: `ENHANCE_YOUR_CALM, "too_many_pings"`. */
function farewellText(code: number, text: Uint8Array | undefined): string {
  const words = Buffer.from(text ?? [])
    .toString("latin1")
    .replace(/[^\x20-\x7e]/g, "?")
    .slice(0, 100);
  return `GOAWAY ${HTTP2_ERRORS[code] ?? `code ${code}`}${words === "" ? "" : `, "${words}"`}`;
}

function h2Failure(error: Error | undefined, code?: number, farewell = ""): HttpFailure {
  if (code === HTTP2_ERRORS.indexOf("HTTP_1_1_REQUIRED"))
    return new HttpFailure(
      "http1-required",
      "The server requires HTTP/1.1 for this request (HTTP_1_1_REQUIRED).",
    );
  const reported = code ? (HTTP2_ERRORS[code] ?? `code ${code}`) : error?.message;
  const name = farewell || reported;
  const usual = UNREADABLE.test(name ?? "") ? USUAL : name === "ENHANCE_YOUR_CALM" ? TOO_MANY : "";
  const reason = name ? ` (${name}${usual})` : "";
  return new HttpFailure(
    "http2-error",
    `The HTTP/2 connection broke before the response was complete${reason}.`,
  );
}

/** Error texts that Node.js gives for one invalid field, without the name of the field. */
const UNREADABLE = /^(?:PROTOCOL_ERROR|Protocol error|GOAWAY COMPRESSION_ERROR)$/;
const USUAL =
  "; usual reasons: an upper-case header name, a connection header such as Connection, a control character in a value, or a header above 64 KiB, which netlens reads by HTTP/1.1 only";
/** Hint for too many fields. Added to errors of servers too: Node.js resets the stream with the same code. */
const TOO_MANY = `; usual reason: more than ${MOST_FIELDS} headers, which netlens reads by HTTP/1.1 only`;

/** Buffers content that arrives before it is read: a paused stream loses it on close. */
function openArrivals(
  stream: http2.ClientHttp2Stream,
  fail: (error: unknown) => void,
): { readonly held: Uint8Array[]; onData?: (piece: Uint8Array) => void } {
  const arrivals: ReturnType<typeof openArrivals> = { held: [] };
  stream.on(
    "data",
    guarded(fail, (piece: Uint8Array) => (arrivals.onData ?? ((each) => arrivals.held.push(each)))(piece)),
  );
  return arrivals;
}

interface Incoming {
  readonly stream: http2.ClientHttp2Stream;
  readonly arrivals: ReturnType<typeof openArrivals>;
  readonly content: ContentReader;
  readonly framed: FramedStream;
  readonly meter: FrameMeter;
  readonly broken: Promise<never>;
  readonly expected: number | undefined;
}

/** Reads to the end or a limit. Returns failures, so that the part that was read counts. */
async function readContent(
  { stream, arrivals, content, framed, meter, broken, expected }: Incoming,
  { settings, signal }: ExchangeContext,
): Promise<HttpFailure | undefined> {
  let received = 0;
  const isWhole = () => meter.endedStream === stream.id;
  const feed = openFeed(content);
  feed.onReady = framed.resume;
  const take = (piece: Uint8Array) => {
    received += piece.length;
    if (!feed.push(piece)) framed.pause();
  };
  arrivals.onData = take;
  for (const piece of arrivals.held) take(piece);
  const end = () => {
    if (isWhole()) feed.end();
  };
  if (stream.readableEnded || stream.closed) end();
  stream.once("end", end);
  stream.once("close", end);
  const deadlineError = () => bodyTimeout(settings.idleTimeout);
  const ended = broken.catch((error: unknown) =>
    isWhole() && !stream.rstCode ? feed.settled() : Promise.reject(error),
  );
  try {
    await within(settings.idleTimeout, signal, deadlineError, (_, refresh) => {
      feed.onProgress = refresh;
      return Promise.race([feed.settled(), ended]);
    });
  } catch (error) {
    refuseAbort(signal);
    return contentFailure(error, stream, received);
  }
  if (feed.state === "enough" || expected === undefined || received >= expected) return undefined;
  return cutContent(received, expected);
}

export function cutContent(received: number, expected: number): HttpFailure {
  return new HttpFailure("closed-in-body", `The content ended after ${received} of ${expected} bytes.`);
}

function contentFailure(error: unknown, stream: http2.ClientHttp2Stream, received: number): HttpFailure {
  if (stream.readableEnded && !stream.rstCode)
    return new HttpFailure(
      "closed-in-body",
      `The server cut the stream off after ${received} bytes of content (RST_STREAM with NO_ERROR).`,
    );
  const failure =
    error instanceof HttpFailure
      ? error
      : h2Failure(error instanceof Error ? error : undefined, stream.rstCode);
  return failure.code === "http2-error"
    ? new HttpFailure("http2-error", failure.message, { phase: "body", hint: failure.hint })
    : failure;
}

/** Content length declared by the head; undefined without content or without a length. */
function expectedBytes(head: ResponseHead, method: string): number | undefined {
  const framing = framingOf(head, method);
  return framing.kind === "length" ? framing.bytes : undefined;
}

/** Reads the head of a response and interim ones. */
function readHead(
  stream: http2.ClientHttp2Stream,
  interim: ResponseHead[],
  limits: ExchangeContext["settings"],
  onFirst: () => void,
): Promise<ResponseHead> {
  const { promise, resolve, reject } = Promise.withResolvers<ResponseHead>();
  let first = true;
  const began = () => {
    if (first) onFirst();
    first = false;
  };
  const takeInterim = (fields: http2.IncomingHttpHeaders, _flags: number, raw?: string[]) => {
    began();
    interim.push(h2Head(fields, raw));
    if (interim.length > limits.maxInformational) throw tooManyInterim(limits);
  };
  const takeFinal = (fields: http2.IncomingHttpHeaders, _flags: number, raw?: string[]) => {
    began();
    const head = h2Head(fields, raw);
    if (!(head.status >= 200 && head.status <= 999))
      throw new HttpFailure("http2-error", "The HTTP/2 response has no valid status code.");
    const size = head.lines.reduce((sum, line) => sum + line.sent.length + line.value.length + 4, 0);
    if (size > limits.maxHeadBytes)
      throw new HttpFailure(
        "head-too-large",
        `The header section is longer than ${limits.maxHeadBytes} bytes.`,
      );
    resolve(head);
  };
  stream.on("headers", guarded(reject, takeInterim));
  stream.once("response", guarded(reject, takeFinal));
  return promise;
}

function h2Head(fields: http2.IncomingHttpHeaders, raw?: readonly string[]): ResponseHead {
  const { lines, padded } = readLines(raw);
  const head = { httpVersion: "2", status: Number(fields[":status"]), reason: "", lines, flaws: [] };
  return padded.length === 0 ? head : { ...head, padded };
}

/** @param raw names and values in turn; `padded`: names of values with surrounding white space */
function readLines(raw: readonly string[] = []): { lines: FieldLine[]; padded: string[] } {
  const lines: FieldLine[] = [];
  const padded: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? "";
    const sent = raw[index + 1] ?? "";
    if (name.startsWith(":")) continue;
    const value = trimOws(sent);
    if (value !== sent) padded.push(name);
    const { text, octets } = readText(value);
    lines.push({ name: name.toLowerCase(), sent: name, value: text, ...(octets && { octets }), flaws: [] });
  }
  return { lines, padded };
}
