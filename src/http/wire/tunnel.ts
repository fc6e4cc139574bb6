/** IO: opens a tunnel through a proxy: CONNECT (RFC 9110 section 9.3.6) or SOCKS5 (RFC 1928, 1929). */

import { SOCKS_REPLIES } from "../../../data/protocols.ts";
import type { Transport } from "../../platform/socket.ts";
import { type Address, formatAddress, parseAddress } from "../../syntax/ip-address.ts";
import type { Place } from "./detours.ts";
import { HttpFailure } from "./failures.ts";
import { type HeadLimits, openHeadReader } from "./head.ts";
import { authorityOf, type HttpProxy, proxyAuthorization, proxyText } from "./proxy.ts";

/**
 * Opens a tunnel to `target`. Afterwards the transport is connected to it and has no listeners.
 * @throws HttpFailure if the proxy refuses or answers invalidly
 */
export async function openTunnel(
  transport: Transport,
  proxy: HttpProxy,
  target: Place,
  limits: HeadLimits,
): Promise<void> {
  await (proxy.scheme === "socks5" ? openSocks : openConnect)(transport, proxy, target, limits);
}

async function openConnect(
  transport: Transport,
  proxy: HttpProxy,
  { host, port }: Place,
  limits: HeadLimits,
): Promise<void> {
  const authority = authorityOf(host, port);
  const reader = openHeadReader(limits);
  const more = (proxy.connectFields ?? []).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  transport.write(
    `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${proxyAuthorization(proxy)}${more}\r\n`,
  );
  const found = await answerOf(transport, proxy, (bytes) => reader.push(bytes));
  const { status, reason } = found.head;
  const said = `${status} ${reason}`.trim();
  // tinyproxy answers 401 instead of 407 for wrong credentials.
  if (status === 407 || status === 401)
    throw new HttpFailure(
      "proxy-authentication",
      `The proxy ${proxyText(proxy)} ${proxy.credentials ? "refuses these credentials" : "requires credentials"} (${said}).`,
    );
  if (status < 200 || status > 299) throw refused(proxy, authority, said);
  if (found.rest.length > 0) throw broken(proxy, "sent bytes after its answer to CONNECT");
}

/** Opens a tunnel by SOCKS5; the proxy resolves the name. */
async function openSocks(transport: Transport, proxy: HttpProxy, { host, port }: Place): Promise<void> {
  const { credentials } = proxy;
  const part = (what: string, text: string) => counted(text, what, proxy);
  const named = credentials && [part("user name", credentials.user), part("password", credentials.password)];
  const address = parseAddress(host);
  const to = address ? rawAddress(address) : Buffer.concat([Buffer.of(3), part("target's name", host)]);
  const take = bytesOf(transport, proxy);
  transport.write(Uint8Array.from([5, 1, credentials ? 2 : 0]));
  const [version, method] = await take(2);
  if (version !== 5) throw broken(proxy, "does not speak SOCKS5");
  if (method !== (credentials ? 2 : 0))
    throw new HttpFailure(
      "proxy-authentication",
      `The proxy ${proxyText(proxy)} ${credentials ? "does not accept a user name and password" : "requires credentials"}.`,
    );
  if (named) {
    transport.write(Buffer.concat([Buffer.of(1), ...named]));
    const [, status] = await take(2);
    if (status !== 0)
      throw new HttpFailure(
        "proxy-authentication",
        `The proxy ${proxyText(proxy)} refuses these credentials.`,
      );
  }
  transport.write(Buffer.concat([Buffer.of(5, 1, 0), to, Buffer.of(port >> 8, port & 255)]));
  const [, reply = 0, , kind] = await take(4);
  if (reply !== 0) throw refused(proxy, authorityOf(host, port), SOCKS_REPLIES[reply] ?? `code ${reply}`);
  const length = kind === 1 ? 4 : kind === 4 ? 16 : ((await take(1))[0] ?? 0);
  await take(length + 2);
  transport.unlisten();
}

function rawAddress(address: Address): Buffer {
  if (address.family === 4) return Buffer.of(1, ...formatAddress(address).split(".").map(Number));
  const raw = Buffer.alloc(17, 4);
  for (const [at, word] of [address.w0, address.w1, address.w2, address.w3].entries())
    raw.writeUInt32BE(word >>> 0, 1 + 4 * at);
  return raw;
}

/** Maximum bytes of a text: its length is sent as one byte. */
const LONGEST_TEXT = 255;

/** Text with a preceding length byte. @throws HttpFailure if too long */
function counted(text: string, what: string, proxy: HttpProxy): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > LONGEST_TEXT)
    throw new HttpFailure(
      "proxy-refused",
      `The ${what} for the proxy ${proxyText(proxy)} has ${bytes.length} bytes; SOCKS5 takes ${LONGEST_TEXT} at most.`,
      { hint: "Shorten it, or use an http proxy." },
    );
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
}

/** Returns a function that reads an exact number of bytes. */
function bytesOf(transport: Transport, proxy: HttpProxy): (count: number) => Promise<Uint8Array> {
  let held: Uint8Array = new Uint8Array();
  return (count) =>
    answerOf(
      transport,
      proxy,
      (bytes) => {
        held = Buffer.concat([held, bytes]);
        if (held.length < count) return undefined;
        const taken = held.subarray(0, count);
        held = held.subarray(count);
        return taken;
      },
      held.length >= count,
    );
}

/** Waits until `read` returns a result, and resolves to it. */
function answerOf<T>(
  transport: Transport,
  proxy: HttpProxy,
  read: (bytes: Uint8Array) => T | undefined,
  isHere = false,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const take = (bytes: Uint8Array) => {
    try {
      const found = read(bytes);
      if (found === undefined) return;
      transport.unlisten();
      resolve(found);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      reject(broken(proxy, `sent an invalid answer: ${why.replace(/\.$/, "")}`));
    }
  };
  if (isHere) take(new Uint8Array());
  else
    transport.listen({
      data: take,
      end: () => reject(broken(proxy, "closed the connection without an answer")),
    });
  return promise;
}

function broken(proxy: HttpProxy, what: string): HttpFailure {
  return new HttpFailure("proxy-broken", `The proxy ${proxyText(proxy)} ${what}.`);
}

function refused(proxy: HttpProxy, target: string, why: string): HttpFailure {
  return new HttpFailure(
    "proxy-refused",
    `The proxy ${proxyText(proxy)} does not connect to ${target} (${why}).`,
  );
}

export function tunnelTimeout(proxy: HttpProxy, ms: number): HttpFailure {
  return broken(proxy, `did not answer within ${ms / 1000} s`);
}
