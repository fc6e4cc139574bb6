import type { FieldLine } from "../../headers/message.ts";
import { guarded } from "../../platform/socket.ts";
import { contentReaderOf } from "./content.ts";
import { within } from "./deadline.ts";
import { bodyTimeout, endOf, headTimeout, isBrief, refuseAbort } from "./exchange-h1.ts";
import { cutContent, h2Fields } from "./exchange-h2.ts";
import type { ExchangeContext, ExchangeState, WireRequest } from "./exchange-state.ts";
import { HttpFailure } from "./failures.ts";
import { framingOf } from "./framing.ts";
import { type ResponseHead, tooManyInterim } from "./head.ts";
import { type QuicConnection, type QuicFields, quicFailure } from "./quic.ts";

/** Sends one HTTP/3 request. Fills `reading` as the response arrives. @throws HttpFailure or the signal's reason */
export async function exchangeH3(
  { session, meter }: QuicConnection,
  request: WireRequest,
  reading: ExchangeState,
  around: ExchangeContext,
): Promise<void> {
  const { settings, clock, stages, signal } = around;
  const interim: ResponseHead[] = [];
  reading.interim = interim;
  const { promise: heads, resolve, reject } = Promise.withResolvers<ResponseHead>();
  heads.catch(() => {});
  let first = true;
  const began = () => {
    if (first) stages.enter("download", clock());
    first = false;
  };
  const broke = (error?: unknown) => reject(meter.flood ?? quicFailure(error));
  session.closed.then(() => broke(), broke);
  const stream = await session.createBidirectionalStream({
    headers: h2Fields(request),
    onheaders: guarded(reject, (received: QuicFields) => {
      began();
      resolve(h3Head(received));
    }),
    oninfo: guarded(reject, (received: QuicFields) => {
      began();
      interim.push(h3Head(received));
      if (interim.length > settings.maxInformational) reject(tooManyInterim(settings));
    }),
    ontrailers: guarded(reject, (received: QuicFields) => {
      reading.trailers = h3Lines(received);
    }),
  });
  reading.isSent = true;
  stream.closed.catch(broke);
  const deadlineError = () => headTimeout(settings.headTimeout);
  const head = await within(settings.headTimeout, signal, deadlineError, () => heads);
  reading.head = head;
  reading.receivedAt = Date.now();
  const content = contentReaderOf(head, settings);
  const framing = framingOf(head, request.method);
  let received = 0;
  let failure: HttpFailure | undefined;
  let enough = false;
  const pieces = stream[Symbol.asyncIterator]();
  try {
    while (!enough) {
      const idle = () => bodyTimeout(settings.idleTimeout);
      const next = await within(settings.idleTimeout, signal, idle, () => pieces.next());
      if (next.done) break;
      const value = next.value as Uint8Array | readonly Uint8Array[];
      for (const piece of value instanceof Uint8Array ? [value] : value) {
        received += piece.length;
        if (!(await within(settings.idleTimeout, signal, idle, async () => content.write(piece))))
          enough = true;
      }
    }
    if (meter.flood) failure = meter.flood;
    else if (!enough && framing.kind === "length" && received < framing.bytes)
      failure = cutContent(received, framing.bytes);
  } catch (error) {
    refuseAbort(signal);
    failure =
      meter.flood ??
      (error instanceof HttpFailure ? error : new HttpFailure("closed-in-body", quicFailure(error).message));
    if (isBrief(head)) {
      failure = undefined;
      enough = true;
    }
  }
  reading.content = await endOf(content, failure === undefined && !enough, around);
  if (failure) throw failure;
}

function h3Head(fields: QuicFields): ResponseHead {
  const status = Number(fields[":status"]);
  if (!(status >= 100 && status <= 999))
    throw new HttpFailure("http2-error", "The HTTP/3 response has no valid status code.");
  return { httpVersion: "3", status, reason: "", lines: h3Lines(fields), flaws: [] };
}

function h3Lines(fields: QuicFields): FieldLine[] {
  return Object.entries(fields)
    .filter(([name]) => !name.startsWith(":"))
    .flatMap(([name, value]) =>
      [value].flat().map((each) => ({ name: name.toLowerCase(), sent: name, value: each.trim(), flaws: [] })),
    );
}
