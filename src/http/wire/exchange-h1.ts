import { readFieldLines } from "../../headers/message.ts";
import type { Transport } from "../../platform/socket.ts";
import { requestTarget } from "../target.ts";
import { type BodyReader, openBody } from "./body.ts";
import { type ContentReader, type ContentResult, contentReaderOf, MOST_DRAINED } from "./content.ts";
import { openFeed } from "./content-feed.ts";
import { within } from "./deadline.ts";
import type { ExchangeContext, ExchangeState, WireRequest } from "./exchange-state.ts";
import { HttpFailure } from "./failures.ts";
import { type Framing, fieldLines, fieldValues, framingOf } from "./framing.ts";
import { type ResponseHead, readText } from "./head.ts";
import { proxyAuthorization } from "./proxy.ts";
import { floodFailure } from "./tls-failure.ts";
import { Wire } from "./wire.ts";

/**
 * Sends one HTTP/1.1 request: reads the head as sent, counts and decodes the content. Returns whether the
 * connection can be reused. Fills `reading` as the response arrives.
 * @throws HttpFailure or the signal's reason
 */
export async function exchangeH1(
  connection: Transport,
  request: WireRequest,
  reading: ExchangeState,
  around: ExchangeContext,
): Promise<boolean> {
  const { settings, clock, stages, signal } = around;
  const wire = new Wire(connection, settings, clock);
  try {
    reading.isSent = connection.write(requestText(request));
    const deadlineError = () => headTimeout(settings.headTimeout);
    const head = await within(settings.headTimeout, signal, deadlineError, () => wire.head);
    if (head.refusal) reading.unfinished = head;
    else reading.head = head;
    reading.receivedAt = Date.now();
    stages.enter("download", wire.firstByteAt);
    const framing = framingOf(head, request.method);
    if (framing.kind === "invalid" && head.refusal) reading.contentFault = "invalid-framing";
    if (framing.kind === "invalid")
      throw (
        head.refusal ??
        new HttpFailure(
          "invalid-framing",
          `${framing.why}, so the length of the content is unknown; it was not read.`,
        )
      );
    const isWanted = wantsContent(request, head);
    if (!isWanted && !isDrained(framing)) return false;
    return await receive({ head, framing, wire, isWanted }, reading, around);
  } catch (error) {
    if (reading.receivedAt === undefined && wire.firstByteAt !== undefined)
      stages.enter("download", wire.firstByteAt);
    if (error instanceof HttpFailure && error.code === "not-http" && reading.receivedAt === undefined)
      reading.bareBytes = await wire.untilEnd(BARE);
    throw error;
  } finally {
    reading.interim = wire.interim;
    if (reading.head === undefined) reading.unfinished ??= wire.unfinished();
  }
}

/** Reads the content; returns whether the connection can be reused. */
async function receive(
  {
    head,
    framing,
    wire,
    isWanted,
  }: Pick<Incoming, "head" | "framing" | "wire"> & { readonly isWanted: boolean },
  reading: ExchangeState,
  around: ExchangeContext,
): Promise<boolean> {
  const { settings, stages } = around;
  const body = openBody(framing);
  const content = contentReaderOf(head, settings);
  const end = await readContent({ head, framing, body, content, wire }, around);
  stages.leave(wire.endedAt);
  const whole = end === undefined;
  const result = await endOf(content, whole, around);
  const { extensions } = body;
  if (isWanted)
    reading.content = extensions > 0 ? { ...result, body: { ...result.body, extensions } } : result;
  reading.extraBytes = body.extraBytes > 0;
  if (body.isOdd) reading.hasOddChunks = true;
  if (body.trailers.length > 0) reading.trailers = readFieldLines(body.trailers.map(readText));
  const failure = head.refusal ?? (body.isOdd ? malformedChunks() : end);
  if (failure !== end && end instanceof HttpFailure) reading.contentFault = end.code;
  if (failure instanceof HttpFailure) throw failure;
  return whole && staysOpen(head, framing) && !wire.ended && body.extraBytes === 0;
}

export function wantsContent({ content = true }: WireRequest, head: ResponseHead): boolean {
  return typeof content === "boolean" ? content : content(head);
}

/** Whether to read content that is not needed, so that the connection can be reused. */
export function isDrained(framing: Framing): boolean {
  return framing.kind === "none" || (framing.kind === "length" && framing.bytes <= MOST_DRAINED);
}

/** Whether the connection stays open (RFC 9112 section 9.3) and the end of the content is certain. */
function staysOpen({ httpVersion, status, lines }: ResponseHead, { kind }: Framing): boolean {
  const options = fieldValues(lines, "connection").map((option) => option.toLowerCase());
  const isAmbiguous =
    fieldLines(lines, "transfer-encoding").length > 0 && fieldLines(lines, "content-length").length > 0;
  if (kind === "close" || status < 200 || isAmbiguous || options.includes("close")) return false;
  return httpVersion === "1.1" || options.includes("keep-alive");
}

/** Request head (RFC 9112 section 3). Sends no Connection header, as curl: the default keeps the connection. */
function requestText({ url, method, fields, body, via }: WireRequest): string {
  // A proxy gets the absolute form (section 3.2.2).
  const target = via ? `${url.origin}${requestTarget(url)}` : requestTarget(url);
  let head = `${method} ${target} HTTP/1.1\r\nHost: ${url.host}\r\n${via ? proxyAuthorization(via) : ""}`;
  for (const [name, value] of fields) head += `${name}: ${value}\r\n`;
  if (body === undefined) return `${head}\r\n`;
  return `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

export function headTimeout(ms: number): HttpFailure {
  return new HttpFailure(
    "head-timeout",
    `The server accepted the connection, but sent no complete header section within ${ms / 1000} s.`,
  );
}

export function bodyTimeout(ms: number): HttpFailure {
  return new HttpFailure(
    "body-timeout",
    `The server stopped in the middle of the content and sent nothing for ${ms / 1000} s.`,
  );
}

/** Timeout of content that has no length and whose connection stays open. */
function endlessTimeout(ms: number): HttpFailure {
  return new HttpFailure(
    "body-timeout",
    `The response has neither Content-Length nor chunks, so it ends with the connection, which the server kept open for ${ms / 1000} s.`,
    { hint: "Send Content-Length or Transfer-Encoding: chunked, or close the connection after the content." },
  );
}

interface Incoming {
  readonly head: ResponseHead;
  readonly framing: Exclude<Framing, { kind: "invalid" }>;
  readonly body: BodyReader;
  readonly content: ContentReader;
  readonly wire: Wire;
}

/** Media types of content that never ends. */
const ENDLESS = /^\s*(?:text\/event-stream|multipart\/x-mixed-replace)\b/i;
/** Maximum milliseconds since the last piece for content that counts as still arriving. */
const FLOWING = 1000;
/** Milliseconds for which endless content, and the content of redirects, is read. */
const SHORT = 500;
/** Milliseconds to wait for the end of a response that is not HTTP; browsers may show it. */
const BARE = 300;

const BRIEF = new Error("the content is looked into for a moment only");

/** Whether content is read only for a moment, so that its missing end is not a fault. */
export function isBrief({ status, lines, refusal }: ResponseHead): boolean {
  const [type] = fieldLines(lines, "content-type");
  const isRedirect = status >= 300 && status < 400 && fieldLines(lines, "location").length > 0;
  return refusal !== undefined || isRedirect || ENDLESS.test(type?.value ?? "");
}

/**
 * Reads the content to its end or a limit. Returns undefined if complete, `enough` at a limit, or the
 * failure, so that the part that was read counts.
 */
async function readContent(
  incoming: Incoming,
  { settings, clock, signal }: ExchangeContext,
): Promise<HttpFailure | "enough" | undefined> {
  const { head, framing, body, content, wire } = incoming;
  let cameAt = clock();
  const feed = openFeed(content);
  wire.start(body, feed);
  // Does not wait if the content arrived with the head, as for most small pages.
  if (feed.state === "open") {
    const deadlineError = () =>
      (framing.kind === "close" ? endlessTimeout : bodyTimeout)(settings.idleTimeout);
    const settled = (stop: AbortSignal) =>
      within(settings.idleTimeout, stop, deadlineError, (_, refresh) => {
        feed.onProgress = () => {
          cameAt = clock();
          refresh();
        };
        return feed.settled();
      });
    try {
      await (isBrief(head) ? within(SHORT, signal, () => BRIEF, settled) : settled(signal));
    } catch (error) {
      if (error === BRIEF) return "enough";
      if (signal.aborted) content.stop();
      refuseAbort(signal);
      if (!(error instanceof HttpFailure)) throw error;
      // Content without a length that still arrives is not a fault.
      const flows = framing.kind !== "length" && clock() - cameAt < FLOWING;
      if (error.code !== "timeout" || !flows) return error;
      content.stopAt("timeout");
      return "enough";
    }
  }
  if (feed.state === "enough") return "enough";
  if (wire.overrun) {
    content.stopAt("maxBodyBytes");
    return "enough";
  }
  return faultOf(framing, body, wire);
}

function malformedChunks(): HttpFailure {
  return new HttpFailure(
    "malformed-chunks",
    "The content is declared as chunked, but its chunks are malformed.",
  );
}

function faultOf(framing: Framing, body: BodyReader, wire: Wire): HttpFailure | undefined {
  if (body.state === "malformed") return malformedChunks();
  if (body.state === "whole" || (framing.kind === "close" && wire.broken === undefined)) return undefined;
  const flood = floodFailure(wire.broken);
  if (flood) return flood;
  return new HttpFailure(
    "closed-in-body",
    wire.broken === undefined
      ? `The server closed the connection before the end of the content: ${body.missing} did not arrive.`
      : "The connection was reset in the middle of the content.",
  );
}

/** Ends the content, with a timeout, since decoding is asynchronous. */
export async function endOf(
  content: ContentReader,
  complete: boolean,
  { settings, signal }: ExchangeContext,
): Promise<ContentResult> {
  const ending = content.end(complete);
  if (!(ending instanceof Promise)) return ending;
  const deadlineError = () => bodyTimeout(settings.idleTimeout);
  try {
    return await within(settings.idleTimeout, signal, deadlineError, () => ending);
  } catch {
    refuseAbort(signal);
    return content.stop();
  }
}

/** Throws the reason if the client aborted. A timeout of the lookup is reported instead. */
export function refuseAbort(signal: AbortSignal): void {
  if (signal.aborted && !(signal.reason instanceof HttpFailure)) throw signal.reason;
}
