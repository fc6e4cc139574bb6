/** The head of an HTTP/2 response: interim responses, fields and trailers as the platform gives them. */

import type http2 from "node:http2";
import type { FieldLine } from "../../headers/message.ts";
import { guarded } from "../../platform/socket.ts";
import { trimOws } from "../../syntax/tokens.ts";
import { HttpFailure } from "../failures.ts";
import type { ResponseHead } from "../head.ts";
import type { ExchangeContext } from "./exchange-state.ts";

export function readHead(
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
    if (interim.length > limits.maxInformational)
      throw new HttpFailure(
        "too-many-informational",
        `The server sent more than ${limits.maxInformational} interim (1xx) responses and no final one.`,
      );
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

/** `raw` has names and values in turn, in wire order; `padded` are names of values with white space around them. */
export function readLines(raw: readonly string[] = []): { lines: FieldLine[]; padded: string[] } {
  const lines: FieldLine[] = [];
  const padded: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? "";
    const sent = raw[index + 1] ?? "";
    if (name.startsWith(":")) continue;
    const value = trimOws(sent);
    if (value !== sent) padded.push(name);
    lines.push({ name: name.toLowerCase(), sent: name, ...readValue(value), flaws: [] });
  }
  return { lines, padded };
}

/** The platform gives one character a byte. */
function readValue(raw: string): { value: string; octets?: true } {
  if (!/[\x80-\xff]/.test(raw)) return { value: raw };
  try {
    return { value: utf8.decode(Buffer.from(raw, "latin1")) };
  } catch {
    return { value: raw, octets: true };
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
