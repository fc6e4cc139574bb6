import type net from "node:net";
import { mayAbandon, type NativeSocket, streamTransport, type Transport } from "../../platform/socket.ts";
import type { Address } from "../../syntax/ip-address.ts";
import type { OwnTls } from "../settings.ts";
import type { TlsFacts } from "./certificate.ts";
import type { Place } from "./detours.ts";
import { dial, dialUnix, openNative, openStream, type Try } from "./dial.ts";
import { exchangeH1 } from "./exchange-h1.ts";
import { type Http2Connection, openHttp2 } from "./exchange-h2.ts";
import type { ExchangeContext, ExchangeState, WireRequest } from "./exchange-state.ts";
import type { HeadLimits } from "./head.ts";
import type { HttpProxy } from "./proxy.ts";
import { type Peer, readTls, secureNative, secureStream } from "./tls-handshake.ts";
import { openTunnel } from "./tunnel.ts";

/** A connection with optional TLS that serves one request at a time. */
export interface Channel {
  /**
   * Starts TLS with a proxy or the target.
   * @throws HttpFailure of phase `tls`, or the signal's reason
   */
  secure(peer: Peer, signal: AbortSignal, own: OwnTls): Promise<TlsFacts>;
  /** Opens a tunnel through the proxy. @throws HttpFailure */
  tunnel(proxy: HttpProxy, target: Place, limits: HeadLimits): Promise<void>;
  /** Sends a request and fills `reading` as the response arrives. @throws HttpFailure or the signal's reason */
  exchange(request: WireRequest, reading: ExchangeState, around: ExchangeContext): Promise<void>;
  /** The connection as a stream of bytes, for another client's protocol. */
  readonly transport: Transport;
  /** Whether the connection can be reused: the last response is complete, and no further bytes arrived. */
  readonly lasts: boolean;
  destroy(): void;
}

export interface Connected {
  readonly channel: Channel;
  /** Absent for Unix sockets. */
  readonly address?: Address;
  /** Set after the TLS handshake. */
  facts?: TlsFacts;
  /** Addresses that failed before the connected one. */
  readonly failed: readonly Address[];
}

/**
 * Connects to the first address that answers, by a socket of Bun. Uses a stream of Node.js for TLS inside a
 * proxy's TLS (`twice`), or if too many abandoned sockets are open.
 */
export async function connectTcp(
  addresses: readonly Address[],
  port: number,
  twice: boolean,
  signal: AbortSignal,
  tries: Try[],
): Promise<Connected> {
  if (mayAbandon() && !twice) {
    const { socket, address, failed } = await dial(addresses, port, signal, openNative, tries);
    return { channel: nativeChannel(socket), address, failed };
  }
  const { socket, address, failed } = await dial(addresses, port, signal, openStream, tries);
  return { channel: streamChannel(socket), address, failed };
}

export async function connectUnix(path: string, signal: AbortSignal): Promise<Connected> {
  return { channel: nativeChannel(await dialUnix(path, signal)), failed: [] };
}

function nativeChannel(socket: NativeSocket): Channel {
  return channelOf({
    async secure(peer, signal, own) {
      return { facts: await secureNative(socket, peer, signal, own), transport: socket };
    },
    transport: socket,
  });
}

function streamChannel(socket: net.Socket): Channel {
  let stream = socket;
  return channelOf({
    async secure({ host, servername, protocols }, signal, own) {
      const secured = await secureStream(stream, servername, protocols, signal, own);
      stream = secured;
      return { facts: readTls(secured, host), transport: streamTransport(secured) };
    },
    transport: streamTransport(socket),
  });
}

interface Below {
  readonly secure: (
    ...given: Parameters<Channel["secure"]>
  ) => Promise<{ readonly facts: TlsFacts; readonly transport: Transport }>;
  readonly transport: Transport;
}

function channelOf({ secure, transport: plain }: Below): Channel {
  let transport = plain;
  let isHttp2 = false;
  let session: Http2Connection | undefined;
  let lasts = false;
  const end = () => {
    lasts = false;
    transport.destroy();
  };
  return {
    async secure(...given) {
      const made = await secure(...given);
      transport = made.transport;
      isHttp2 = made.facts.alpn === "h2";
      return made.facts;
    },
    tunnel: (...given) => openTunnel(transport, ...given),
    get transport() {
      return transport;
    },
    get lasts() {
      return session ? session.lasts : lasts;
    },
    async exchange(request, reading, around) {
      if (isHttp2) {
        session ??= openHttp2(transport, request.url.origin, around.settings);
        return await session.exchange(request, reading, around);
      }
      lasts = false;
      lasts = await exchangeH1(transport, request, reading, around);
      if (!lasts) return;
      // Closes the idle connection if unsolicited bytes arrive.
      transport.listen({ data: end, end });
      transport.resume();
    },
    destroy() {
      session?.destroy();
      transport.destroy();
      plain.destroy();
    },
  };
}
