import { readFieldLines } from "../headers/message.ts";
import type { Transport } from "../platform/socket.ts";
import { type BodyReader, openBody } from "./body.ts";
import { type ContentReader, type ContentResult, openContent } from "./content.ts";
import { startTimeout, within } from "./deadline.ts";
import type { ExchangeContext, ExchangeState, WireRequest } from "./exchange-state.ts";
import { HttpFailure } from "./failures.ts";
import { type Framing, fieldLines, fieldValues, framingOf } from "./framing.ts";
import { type ResponseHead, readText } from "./head.ts";
import { openSink, type Sink } from "./relay.ts";
import { Wire } from "./wire.ts";

/**
 * One HTTP/1.1 request over a connection of ours: the head is read as it was sent, `fetch` reads the content. Fills
 * `reading` on the way; throws HttpFailure or the signal's reason.
 */
export async function exchangeH1(
  connection: Transport,
  request: WireRequest,
  reading: ExchangeState,
  around: ExchangeContext,
): Promise<void> {
  const { settings, clock, stages, signal } = around;
  const wire = new Wire(connection, settings, clock);
  try {
    reading.isSent = connection.write(requestText(request));
    const patience = startTimeout(settings.headTimeout, signal, () => headTimeout(settings.headTimeout));
    const head = await patience.wait(wire.head).finally(patience.close);
    reading.head = head;
    reading.receivedAt = Date.now();
    stages.enter("download", wire.firstByteAt);
    const framing = framingOf(head, request.method);
    if (framing.kind === "invalid")
      throw new HttpFailure(
        "invalid-framing",
        `${framing.why}, so where the content ends is unknown. It was not read.`,
      );
    const body = openBody(framing);
    const content = openContent(fieldValues(head.lines, "content-encoding"), settings);
    // Where there is no content, as in most redirects, there is nothing to fetch.
    const sink = body.state === "whole" ? undefined : openSink();
    wire.start(body, sink);
    const end = await readContent({ head, framing, body, content, sink, wire }, around);
    stages.leave(wire.endedAt);
    const whole = end === undefined;
    const result = await endOf(content, whole, around);
    const { extensions } = body;
    reading.content = { ...result, body: { ...result.body, ...(extensions > 0 && { extensions }) } };
    reading.extraBytes = body.extraBytes > 0;
    if (body.trailers.length > 0) reading.trailers = readFieldLines(body.trailers.map(readText));
    if (end instanceof HttpFailure) throw end;
  } catch (error) {
    if (reading.head === undefined && wire.firstByteAt !== undefined)
      stages.enter("download", wire.firstByteAt);
    throw error;
  } finally {
    reading.interim = wire.interim;
    if (reading.head === undefined) reading.unfinished = wire.unfinished();
    wire.close();
  }
}

/** RFC 9112 section 3. The connection serves this one request. */
function requestText({ url, method, fields }: WireRequest): string {
  const lines = [["Host", url.host], ["Connection", "close"], ...fields].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

export function headTimeout(ms: number): HttpFailure {
  return new HttpFailure(
    "head-timeout",
    `The server accepted the connection but sent no complete header section within ${ms / 1000} s.`,
  );
}

export function bodyTimeout(ms: number): HttpFailure {
  return new HttpFailure(
    "body-timeout",
    `The server stopped in the middle of the content and sent nothing for ${ms / 1000} s.`,
  );
}

/** Content of no announced length, on a connection that stays open. */
function endlessTimeout(ms: number): HttpFailure {
  return new HttpFailure(
    "body-timeout",
    `The response has neither Content-Length nor chunks, so the end of the connection is the end of its content; the server kept it open for ${ms / 1000} s.`,
    { hint: "Send Content-Length or Transfer-Encoding: chunked, or close the connection after the content." },
  );
}

interface Incoming {
  readonly head: ResponseHead;
  readonly framing: Exclude<Framing, { kind: "invalid" }>;
  readonly body: BodyReader;
  readonly content: ContentReader;
  /** Absent where there is no content. */
  readonly sink: Sink | undefined;
  readonly wire: Wire;
}

/** Content that is not meant to end. */
const ENDLESS = /^\s*(?:text\/event-stream|multipart\/x-mixed-replace)\b/i;
/** Milliseconds within which the next piece of content that flows comes. */
const FLOWING = 1000;
/** Milliseconds for content that is not meant to end, and for that of a redirect, which nobody reads. */
const SHORT = 500;

/** Whether the content is looked into for a moment only: that it goes on then is not a fault. */
export function isBrief({ status, lines }: ResponseHead): boolean {
  const [type] = fieldLines(lines, "content-type");
  const isRedirect = status >= 300 && status < 400 && fieldLines(lines, "location").length > 0;
  return isRedirect || ENDLESS.test(type?.value ?? "");
}

/**
 * Reads to the end or to a limit. Undefined when the content is whole, else why it is not; `enough` for reasons of
 * ours. A failure is given instead of thrown: what was read counts all the same.
 */
async function readContent(
  incoming: Incoming,
  { settings, clock, signal }: ExchangeContext,
): Promise<HttpFailure | "enough" | undefined> {
  const { head, framing, body, content, sink, wire } = incoming;
  let cameAt = clock();
  if (!sink) return undefined;
  const late = () => (framing.kind === "close" ? endlessTimeout : bodyTimeout)(settings.idleTimeout);
  const brief = isBrief(head) ? AbortSignal.timeout(SHORT) : undefined;
  const stop = brief ? AbortSignal.any([signal, brief]) : signal;
  const patience = startTimeout(settings.idleTimeout, stop, late);
  try {
    const response = await patience.wait(fetchFrom(sink));
    const reader = response.body?.getReader();
    while (reader) {
      const { done, value } = await patience.wait(reader.read());
      if (done) break;
      cameAt = clock();
      const more = content.write(value);
      if (!(typeof more === "boolean" ? more : await patience.wait(more))) return "enough";
    }
  } catch (error) {
    if (brief?.aborted && !signal.aborted) return "enough";
    refuseAbort(signal);
    if (!(error instanceof HttpFailure)) throw error;
    // A stream without an announced end that still flows is as it is meant to be.
    const flows = framing.kind !== "length" && clock() - cameAt < FLOWING;
    if (error.code !== "timeout" || !flows) return error;
    content.stopAt("timeout");
    return "enough";
  } finally {
    patience.close();
  }
  if (wire.overrun) {
    content.stopAt("maxBodyBytes");
    return "enough";
  }
  return faultOf(framing, body, wire);
}

/** From our own listener; an environment variable must not send the request elsewhere. */
function fetchFrom({ url, unix }: Sink): Promise<Response> {
  const fetching = fetch(url, { unix, decompress: false, proxy: false } as unknown as BunFetchRequestInit);
  fetching.catch(() => {});
  return fetching;
}

/** What is wrong with content that has ended. */
function faultOf(framing: Framing, body: BodyReader, wire: Wire): HttpFailure | undefined {
  if (body.state === "malformed")
    return new HttpFailure(
      "malformed-chunks",
      "The content is said to be chunked, but its chunks cannot be understood.",
    );
  if (body.state === "whole" || (framing.kind === "close" && wire.broken === undefined)) return undefined;
  return new HttpFailure(
    "closed-in-body",
    wire.broken === undefined
      ? `The server closed the connection before the end of the content: ${body.missing} did not come.`
      : "The connection was reset in the middle of the content.",
  );
}

/** Decoding lets others go first and can be kept waiting: it has a deadline like all else. */
export async function endOf(
  content: ContentReader,
  complete: boolean,
  { settings, signal }: ExchangeContext,
): Promise<ContentResult> {
  const ending = content.end(complete);
  if (!(ending instanceof Promise)) return ending;
  const late = () => bodyTimeout(settings.idleTimeout);
  try {
    return await within(settings.idleTimeout, signal, late, () => ending);
  } catch {
    refuseAbort(signal);
    return content.stop();
  }
}

/** The end of the lookup's time is a failure to report; a client that went away ends everything. */
export function refuseAbort(signal: AbortSignal): void {
  if (signal.aborted && !(signal.reason instanceof HttpFailure)) throw signal.reason;
}
