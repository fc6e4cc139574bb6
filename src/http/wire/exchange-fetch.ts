/** IO: one request by the platform's `fetch`, for which status and target are enough: no stages, certificate or content. */

import { readFieldLines } from "../../headers/message.ts";
import { type Address, formatAddress, parseAddress } from "../../syntax/ip-address.ts";
import { hostOf, portOf, requestTarget } from "../target.ts";
import { MOST_DRAINED } from "./content.ts";
import { within } from "./deadline.ts";
import { headTimeout } from "./exchange-h1.ts";
import type { ExchangeContext, ExchangeState, WireRequest } from "./exchange-state.ts";
import { fieldLines } from "./framing.ts";
import { readText } from "./head.ts";
import { SAFE } from "./kept-connections.ts";

/** Whether `fetch` sends the request as it is given, and dials nothing but the address. */
export function isFetchable(
  { method, fields, version }: WireRequest & { readonly version: string },
  { detours = [], unixSocket, authorities, identity }: ExchangeContext["settings"],
): boolean {
  const names = new Set(fields.map(([name]) => name.toLowerCase()));
  return (
    detours.length === 0 &&
    (unixSocket ?? authorities ?? identity) === undefined &&
    (version === "1.1" || version === "auto") &&
    SAFE.has(method) &&
    // Fields of one name would be joined, and a character above ASCII sent as another byte.
    names.size === fields.length &&
    fields.every(([, value]) => /^[\x20-\x7e\t]*$/.test(value))
  );
}

/**
 * Fills `reading` with the status and the fields: names in lower case and sorted, lines of a field joined. Returns false for
 * what has to be requested by a connection of our own: failures, to tell which, and a `Location` that may be two lines.
 * @throws the signal's reason
 */
export async function fetchHead(
  request: WireRequest,
  address: Address,
  reading: ExchangeState,
  { settings, signal }: ExchangeContext,
): Promise<boolean> {
  const deadlineError = () => headTimeout(settings.connectTimeout);
  try {
    return await within(settings.connectTimeout, signal, deadlineError, async (inner) => {
      const response = await fetch(addressUrl(request.url, address), initOf(request, inner));
      // The platform gives one character a byte.
      const texts = [...response.headers].map(([name, value]) => readText(`${name}: ${value}`));
      const lines = readFieldLines(texts);
      const isClear = fieldLines(lines, "location").every(({ value }) => !value.includes(","));
      const length = Number(response.headers.get("content-length") ?? Number.NaN);
      if (isClear && length <= MOST_DRAINED) await response.arrayBuffer();
      else response.body?.cancel().catch(() => {});
      if (!isClear) return false;
      const { status, statusText } = response;
      reading.head = { httpVersion: "1.1", status, reason: statusText, lines, flaws: [] };
      reading.receivedAt = Date.now();
      return true;
    });
  } catch {
    if (signal.aborted) throw signal.reason;
    return false;
  }
}

/** The address stands in the URL, so that nothing is resolved here. */
function addressUrl(url: URL, address: Address): string {
  const host = address.family === 6 ? `[${formatAddress(address)}]` : formatAddress(address);
  return `${url.protocol}//${host}:${portOf(url)}${requestTarget(url)}`;
}

function initOf({ url, method, fields }: WireRequest, signal: AbortSignal) {
  const host = hostOf(url).replace(/\.$/, "");
  return {
    method,
    headers: [["Host", url.host], ...fields],
    redirect: "manual",
    decompress: false,
    keepalive: true,
    // A proxy of the environment would resolve and dial for us.
    proxy: false,
    signal,
    ...(url.protocol === "https:" && {
      // A certificate that browsers refuse is not the redirect's fault, and common before a move.
      tls: { rejectUnauthorized: false, ...(!parseAddress(host) && { serverName: host }) },
    }),
  } as unknown as BunFetchRequestInit;
}
