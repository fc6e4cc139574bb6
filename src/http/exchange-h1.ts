import type { Duplex } from "node:stream";
import { type ContentReader, type ContentResult, openContent } from "./content.ts";
import { within } from "./deadline.ts";
import { HttpFailure } from "./failures.ts";
import { type Framing, fieldValues, framingOf, plainHead } from "./framing.ts";
import type { Reading, Surroundings, WireRequest } from "./reading.ts";
import { openRelay, type Relay } from "./relay.ts";

/**
 * One HTTP/1.1 request over a connection of ours: `fetch` sends it and reads the content through a relay, which reads
 * the header section itself. Fills `reading` on the way; throws HttpFailure or the signal's reason.
 */
export async function exchangeH1(
  connection: Duplex,
  request: WireRequest,
  reading: Reading,
  around: Surroundings,
): Promise<void> {
  const { settings, clock, stages, signal } = around;
  const relay = await openRelay(connection, settings, clock);
  try {
    const fetching = fetchThrough(relay.path, request);
    const head = await within(settings.headTimeout, signal, headTimeout(settings.headTimeout), () =>
      Promise.race([relay.head, fetching.then(() => relay.head)]),
    );
    reading.head = head;
    reading.receivedAt = Date.now();
    stages.enter("download", relay.firstByteAt);
    const framing = framingOf(head, request.method);
    if (framing.kind === "invalid")
      throw new HttpFailure(
        "invalid-framing",
        `${framing.why}, so where the content ends is unknown. It was not read.`,
      );
    relay.release(plainHead(framing), framing.kind === "close");
    const content = openContent(fieldValues(head.lines, "content-encoding"), settings);
    const failure = await readContent(fetching, content, relay, framing, around);
    reading.content = await endOf(content, failure === undefined, around);
    reading.extraBytes = hasExtraBytes(framing, relay.rawBytes);
    if (failure) throw failure;
  } catch (error) {
    if (reading.head === undefined && relay.firstByteAt !== undefined)
      stages.enter("download", relay.firstByteAt);
    throw error;
  } finally {
    reading.interim = relay.interim;
    if (reading.head === undefined) reading.unfinished = relay.unfinished();
    relay.close();
  }
}

/** Ends when the relay is closed: it needs no signal of its own. */
function fetchThrough(unix: string, { url, method, fields }: WireRequest): Promise<Response> {
  const fetching = fetch(`http://${url.host}${url.pathname}${url.search}`, {
    unix,
    method,
    headers: [...fields.map(([name, value]): [string, string] => [name, value]), ["Host", url.host]],
    redirect: "manual",
    decompress: false,
    keepalive: false,
    // An environment variable must not send the request elsewhere.
    proxy: false,
  } as unknown as BunFetchRequestInit);
  fetching.catch(() => {});
  return fetching;
}

export function headTimeout(ms: number): HttpFailure {
  return new HttpFailure(
    "head-timeout",
    `The server took the request but sent no complete header section within ${ms / 1000} s.`,
  );
}

export function bodyTimeout(ms: number): HttpFailure {
  return new HttpFailure(
    "body-timeout",
    `The server stopped in the middle of the content and sent nothing for ${ms / 1000} s.`,
  );
}

/** Reads to the end or to a limit. Gives the failure instead of throwing it: what was read counts all the same. */
async function readContent(
  fetching: Promise<Response>,
  content: ContentReader,
  relay: Relay,
  framing: Framing,
  { settings, signal }: Surroundings,
): Promise<HttpFailure | undefined> {
  let received = 0;
  try {
    const late = bodyTimeout(settings.idleTimeout);
    const response = await within(settings.idleTimeout, signal, late, () => fetching);
    const reader = response.body?.getReader();
    while (reader) {
      const { done, value } = await within(settings.idleTimeout, signal, late, () => reader.read());
      if (done) break;
      received += value.length;
      const decoded = await within(settings.idleTimeout, signal, late, () => content.write(value));
      if (!decoded) return undefined;
    }
  } catch (error) {
    refuseAbort(signal);
    if (relay.overrun) {
      content.overrun();
      return undefined;
    }
    return error instanceof HttpFailure ? error : brokenContent(framing, relay);
  }
  const short = framing.kind === "length" && received < framing.bytes;
  return short || (relay.broken !== undefined && framing.kind === "close")
    ? brokenContent(framing, relay)
    : undefined;
}

/** Decoding runs elsewhere and can be kept waiting: it has a deadline like all else. */
export async function endOf(
  content: ContentReader,
  complete: boolean,
  { settings, signal }: Surroundings,
): Promise<ContentResult> {
  const late = bodyTimeout(settings.idleTimeout);
  try {
    return await within(settings.idleTimeout, signal, late, () => content.end(complete));
  } catch {
    refuseAbort(signal);
    return content.stop();
  }
}

/** The end of the lookup's time is a failure to report; a client that went away ends everything. */
export function refuseAbort(signal: AbortSignal): void {
  if (signal.aborted && !(signal.reason instanceof HttpFailure)) throw signal.reason;
}

function brokenContent(framing: Framing, relay: Relay): HttpFailure {
  if (relay.broken !== undefined)
    return new HttpFailure("closed-in-body", "The connection was reset in the middle of the content.");
  if (framing.kind === "chunked" && !relay.ended)
    return new HttpFailure(
      "malformed-chunks",
      "The content is said to be chunked, but its chunks cannot be understood.",
    );
  const expected = framing.kind === "length" ? ` of ${framing.bytes} bytes` : "";
  return new HttpFailure(
    "closed-in-body",
    `The server closed the connection before the end of the content${expected}.`,
  );
}

function hasExtraBytes(framing: Framing, rawBytes: number): boolean {
  if (framing.kind === "none") return rawBytes > 0;
  return framing.kind === "length" && rawBytes > framing.bytes;
}
