/** IO: one request by the platform's `fetch`, for what needs no stages, no certificate and no raw head. */

import { readFieldLines } from "../headers/message.ts";
import { type Address, formatAddress, parseAddress } from "../syntax/ip-address.ts";
import { placeOf } from "./detours.ts";
import { type Exchange, type ExchangeRequest, type ExchangeSettings, exchange } from "./exchange.ts";
import { HttpFailure } from "./failures.ts";
import { type ResponseHead, readText } from "./head.ts";
import { proxyFor } from "./proxy.ts";
import { hostOf, portOf, requestTarget } from "./target.ts";
import { type ContentResult, contentReaderOf } from "./wire/content.ts";
import { checkAddresses, checkPort, resolveAddresses } from "./wire/exchange-addresses.ts";
import { headTimeout, isBrief } from "./wire/exchange-h1.ts";
import { SAFE } from "./wire/kept-connections.ts";

export interface PlainRequest extends ExchangeRequest {
  /** Whether content is read, which redirects and methods such as HEAD need not; the head may tell. Default true. */
  readonly content?: boolean | ((head: ResponseHead) => boolean);
  /** Media types of which the first bytes are kept, where those are not HTML alone. */
  readonly pages?: RegExp;
  /** Whether the connection may serve further requests. Default false. */
  readonly keepAlive?: boolean;
  /** Whether a certificate that does not verify is of no account; else the exchange has to report it. Default false. */
  readonly anyCertificate?: boolean;
  /** A failure is reported as `fetch` gives it, after so many milliseconds at the latest; nothing is requested twice. */
  readonly once?: number;
}

/**
 * As `exchange`, at a fraction of its cost: no stages, no certificate, no interim responses; names of fields are in lower
 * case, sorted, and the lines of a field joined. What goes wrong, and what `fetch` hides where it matters, is requested
 * again by the exchange, so that failures are the same. Every dial is to an address that the guard has judged.
 */
export async function exchangePlain(
  request: PlainRequest,
  settings: ExchangeSettings,
  signal: AbortSignal,
): Promise<Exchange> {
  const { detours = [], authorities, identity, proxies, unixSocket } = settings;
  const isUsual =
    detours.length === 0 &&
    unixSocket === undefined &&
    proxyFor(request.url, proxies) === undefined &&
    authorities === undefined &&
    identity === undefined;
  const isFit =
    isUsual &&
    (request.version === "1.1" || request.version === "auto") &&
    SAFE.has(request.method) &&
    isSentAsGiven(request);
  const found = isFit ? await answered(request, settings, signal) : undefined;
  return found ?? (await exchange(request, settings, signal));
}

/** `fetch` joins fields of one name, and sends a character above ASCII as another byte. */
function isSentAsGiven({ fields }: PlainRequest): boolean {
  const names = new Set(fields.map(([name]) => name.toLowerCase()));
  return names.size === fields.length && fields.every(([, value]) => /^[\x20-\x7e\t]*$/.test(value));
}

/** Undefined where the exchange has to tell. */
async function answered(
  request: PlainRequest,
  settings: ExchangeSettings,
  signal: AbortSignal,
): Promise<Exchange | undefined> {
  const result: Exchange = {
    url: request.url,
    method: request.method,
    askedVersion: request.version,
    requestLines: [],
    refused: [],
    unanswered: [],
    tries: [],
    httpVersion: "1.1",
    interim: [],
    extraBytes: false,
    stages: { total: 0 },
  };
  const limit = new AbortController();
  const follow = () => limit.abort(signal.reason);
  signal.addEventListener("abort", follow, { once: true });
  if (signal.aborted) follow();
  const most = request.once ?? settings.connectTimeout;
  const timer = setTimeout(() => limit.abort(headTimeout(most)), most);
  try {
    const place = placeOf(request.url);
    checkPort(place, settings);
    const found = await resolveAddresses(request, place, settings, limit.signal);
    const address = checkAddresses(found, settings).permitted[0];
    if (!address) return undefined;
    result.address = address;
    return await ask({ ...request, address }, result, settings, { signal: limit.signal, timer });
  } catch (error) {
    if (signal.aborted && !(signal.reason instanceof HttpFailure)) throw signal.reason;
    const failure = failureOf(limit.signal.aborted ? limit.signal.reason : error);
    // DNS and the guard say the same once more.
    const isFinal = request.once !== undefined || result.address === undefined || signal.aborted;
    return isFinal ? { ...result, failure } : undefined;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", follow);
  }
}

function failureOf(error: unknown): HttpFailure {
  if (error instanceof HttpFailure) return error;
  const code = error instanceof Object && "code" in error ? String(error.code) : String(error);
  return new HttpFailure("connect-failed", `The request failed (${code}).`);
}

interface Limit {
  readonly signal: AbortSignal;
  /** Refreshed for each piece of content. */
  readonly timer: NodeJS.Timeout;
}

/** @throws whatever `fetch` does */
async function ask(
  request: PlainRequest & { readonly address: Address },
  result: Exchange,
  settings: ExchangeSettings,
  { signal, timer }: Limit,
): Promise<Exchange | undefined> {
  const response = await fetch(addressUrl(request.url, request.address), initOf(request, signal));
  const head = headOf(response);
  if (hidesLines(head)) {
    cancel(response);
    return undefined;
  }
  result.head = head;
  result.receivedAt = Date.now();
  timer.refresh();
  const content = await readContent(response, head, request, settings, timer);
  if (content) result.content = content;
  return result;
}

/** The address stands in the URL, so that nothing is resolved here. */
function addressUrl(url: URL, address: Address): string {
  const host = address.family === 6 ? `[${formatAddress(address)}]` : formatAddress(address);
  return `${url.protocol}//${host}:${portOf(url)}${requestTarget(url)}`;
}

function initOf({ url, method, fields, keepAlive, anyCertificate }: PlainRequest, signal: AbortSignal) {
  const host = hostOf(url).replace(/\.$/, "");
  return {
    method,
    headers: [["Host", url.host], ...fields],
    redirect: "manual",
    decompress: false,
    keepalive: keepAlive === true,
    // A proxy of the environment would resolve and dial for us.
    proxy: false,
    signal,
    ...(url.protocol === "https:" && {
      tls: {
        rejectUnauthorized: anyCertificate !== true,
        ...(!parseAddress(host) && { serverName: host }),
      },
    }),
  } as unknown as BunFetchRequestInit;
}

/** The platform gives one character a byte. */
function headOf({ status, statusText, headers }: Response): ResponseHead {
  const lines = [...headers].map(([name, value]) => readText(`${name}: ${value}`));
  return { httpVersion: "1.1", status, reason: statusText, lines: readFieldLines(lines), flaws: [] };
}

/** Fields of one value that decide something, and the commas that a value can have: more are several lines, joined. */
const COMMAS: ReadonlyMap<string, number> = new Map([
  ["location", 0],
  ["refresh", 0],
  ["strict-transport-security", 0],
  ["content-location", 0],
  ["content-range", 0],
  ["content-type", 0],
  ["etag", 0],
  ["x-redirect-by", 0],
  ["retry-after", 1],
  ["last-modified", 1],
  ["expires", 1],
]);

/** Whether lines that matter apart may have been joined; such a value can also be one line with commas. */
function hidesLines({ lines }: ResponseHead): boolean {
  return lines.some(({ name, value }) => {
    const most = COMMAS.get(name);
    return most !== undefined && value.split(",").length - 1 > most;
  });
}

/** Bytes of content that are read though nobody wants them, so that the connection can be used again. */
const MOST_DRAINED = 16_384;

async function readContent(
  response: Response,
  head: ResponseHead,
  { content: wanted = true, keepAlive, pages }: PlainRequest,
  settings: ExchangeSettings,
  timer: NodeJS.Timeout,
): Promise<ContentResult | undefined> {
  const { body } = response;
  const isWanted = typeof wanted === "boolean" ? wanted : wanted(head);
  const content = contentReaderOf(head, settings, pages);
  if (!body) return isWanted ? content.end(true) : undefined;
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  if (!isWanted || isBrief(head)) {
    if (keepAlive && length <= MOST_DRAINED) await response.arrayBuffer();
    else cancel(response);
    return undefined;
  }
  for await (const piece of body) {
    timer.refresh();
    if (!(await content.write(piece))) return content.end(false);
  }
  return content.end(true);
}

function cancel({ body }: Response): void {
  body?.cancel().catch(() => {});
}
