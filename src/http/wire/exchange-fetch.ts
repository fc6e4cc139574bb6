/** IO: requests status and Location by `fetch`, without stages, certificate or content. */

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

/** Whether `fetch` can send the request unchanged to the given address. */
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
    // `fetch` joins fields of one name and re-encodes non-ASCII characters.
    names.size === fields.length &&
    fields.every(([, value]) => /^[\x20-\x7e\t]*$/.test(value))
  );
}

/**
 * Fills `reading` with status and fields; `fetch` sorts the names in lower case and joins lines of a field.
 * Returns false if the request must be repeated on a connection of our own: after a failure, to find the
 * reason, and for a `Location` that may be two lines.
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
      // `fetch` returns one character per byte.
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

/** URL with the address as host, so that no name is resolved. */
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
    // Ignores the proxies of environment variables.
    proxy: false,
    signal,
    ...(url.protocol === "https:" && {
      // Accepts untrusted certificates: not a fault of the redirect, and common before a move.
      tls: { rejectUnauthorized: false, ...(!parseAddress(host) && { serverName: host }) },
    }),
  } as unknown as BunFetchRequestInit;
}
