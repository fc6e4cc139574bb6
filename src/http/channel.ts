import type net from "node:net";
import type tls from "node:tls";
import type { Address } from "../ip/address.ts";
import { mayAbandon, type NativeSocket, streamTransport } from "../platform/socket.ts";
import type { TlsFacts } from "./certificate.ts";
import { dial, openNative, openStream, type Try } from "./dial.ts";
import { exchangeH1 } from "./exchange-h1.ts";
import { exchangeH2 } from "./exchange-h2.ts";
import type { ExchangeContext, ExchangeState, WireRequest } from "./exchange-state.ts";
import type { OwnTls } from "./settings.ts";
import type { StopSignal } from "./stopper.ts";
import { readTls, secureNative, secureStream } from "./tls-handshake.ts";

/** A TCP connection, TLS on it where it is wanted, and one request. */
export interface Channel {
  /**
   * Makes TLS. `host` is what the certificate has to be for, `servername` what is sent as SNI.
   * @throws HttpFailure of phase `tls`, or the signal's reason
   */
  secure(host: string, servername: string | undefined, signal: StopSignal, own: OwnTls): Promise<TlsFacts>;
  /** Fills `reading` on the way; throws HttpFailure or the signal's reason. */
  exchange(request: WireRequest, reading: ExchangeState, around: ExchangeContext): Promise<void>;
  destroy(): void;
}

export interface Connected {
  readonly channel: Channel;
  readonly address: Address;
  /** Addresses that refused before this one answered. */
  readonly failed: readonly Address[];
}

/**
 * Connects to the first of the given addresses that answers, by the platform's own socket, or by a stream of Node.js where
 * too many of those wait for an answer that nobody wants any more.
 */
export async function connectTcp(
  addresses: readonly Address[],
  port: number,
  http2: boolean,
  signal: StopSignal,
  tries: Try[],
): Promise<Connected> {
  if (mayAbandon()) {
    const { socket, address, failed } = await dial(addresses, port, signal, openNative, tries);
    return { channel: nativeChannel(socket, http2), address, failed };
  }
  const { socket, address, failed } = await dial(addresses, port, signal, openStream, tries);
  return { channel: streamChannel(socket, http2), address, failed };
}

function nativeChannel(socket: NativeSocket, http2: boolean): Channel {
  let isHttp2 = false;
  return {
    async secure(host, servername, signal, own) {
      const facts = await secureNative(
        socket,
        { host, servername, protocols: protocolsOf(http2) },
        signal,
        own,
      );
      isHttp2 = facts.alpn === "h2";
      return facts;
    },
    exchange: (request, reading, around) =>
      (isHttp2 ? exchangeH2 : exchangeH1)(socket, request, reading, around),
    destroy: () => socket.destroy(),
  };
}

function streamChannel(socket: net.Socket, http2: boolean): Channel {
  let secured: tls.TLSSocket | undefined;
  return {
    async secure(host, servername, signal, own) {
      secured = await secureStream(socket, servername, protocolsOf(http2), signal, own);
      return readTls(secured, host);
    },
    exchange: (request, reading, around) => {
      const speak = secured?.alpnProtocol === "h2" ? exchangeH2 : exchangeH1;
      return speak(streamTransport(secured ?? socket), request, reading, around);
    },
    destroy: () => void socket.destroy(),
  };
}

/** The protocols that are offered, in order of preference. */
function protocolsOf(http2: boolean): readonly string[] {
  return http2 ? ["h2", "http/1.1"] : ["http/1.1"];
}
