/** IO: opens and closes listeners. */

import { chmodSync, existsSync, lstatSync, unlinkSync } from "node:fs";
import type { AnyElysia } from "elysia";
import type { Listen } from "../settings/forms.ts";
import { listenText } from "../settings/forms.ts";
import { parseAddress } from "../syntax/ip-address.ts";
import { POLL } from "./drain.ts";
import type { ConnectionLimits, Reason } from "./limits/connection-limit.ts";
import { guardConnections } from "./listen/guard.ts";
import { type Place, systemSockets } from "./listen/sockets.ts";
import { received } from "./pipeline/received.ts";

export interface Listener {
  /** Address with the actual port. */
  readonly address: string;
  /** Open connections; undefined if not supported. */
  connections(): number | undefined;
  /**
   * Stops within `deadline` milliseconds: refuses new connections, finishes requests, then closes the rest.
   * @param coming milliseconds for connected clients to send their first request
   */
  stop(deadline: number, coming?: number): Promise<void>;
}

export interface ListenSettings {
  /** Maximum bytes of request content. */
  readonly maxBody: number;
  /** Other processes listen on the same port. */
  readonly shared?: boolean;
  readonly connections?: {
    readonly limits: ConnectionLimits;
    /** Called for each refused connection. */
    readonly refused: (reason: Reason) => void;
    /** URL of the service, for error types. */
    readonly base: () => string;
  };
}

/** Peer address: undefined on a Unix socket, `""` if unknown. */
export type PeerOf = (request: Request) => string | undefined;

export type Handler = (request: Request) => Response | Promise<Response>;

/**
 * Starts a listener.
 * @param appOf creates the app
 * @throws Error of the system (EADDRINUSE, EACCES …)
 */
export async function listen(
  at: Listen,
  appOf: (peerOf: PeerOf) => AnyElysia,
  { maxBody, shared = false, connections }: ListenSettings,
): Promise<Listener> {
  if (at.kind === "unix") await freePath(at.path);
  const common = {
    maxRequestBodySize: platformBound(maxBody),
    development: false,
    error: () => new Response(null, { status: 500 }),
  };
  const peerOf: PeerOf = (request) =>
    at.kind === "unix" ? undefined : (server.requestIP(received(request))?.address ?? "");
  const app = appOf(peerOf);
  app.listen(
    at.kind === "unix"
      ? { ...common, unix: at.path }
      : {
          ...common,
          hostname: at.host,
          port: at.port,
          reusePort: shared,
          // Seconds; longer than a lookup can wait and run.
          idleTimeout: 120,
        },
  );
  const server = app.server as Bun.Server<undefined>;
  const port = server.port;
  // Writable by all accounts, like a loopback port: the proxy runs under another account.
  if (at.kind === "unix") chmodSync(at.path, 0o666);
  const place = placeOf(at, port);
  const unguard =
    connections && guardConnections(place, connections.limits, connections.refused, connections.base);
  return {
    address: listenText(at.kind === "tcp" ? { ...at, port: port ?? at.port } : at),
    connections: () => systemSockets()?.connections(place).length,
    async stop(deadline, coming = 0) {
      const ends = performance.now() + deadline;
      const until = async (done: () => boolean, latest: number) => {
        while (!done() && performance.now() < latest) await Bun.sleep(POLL);
      };
      // Still accepts connections, so that health probes read "not ready".
      await until(() => server.pendingRequests === 0, ends - deadline / 2);
      if (typeof place !== "string") systemSockets()?.stopAccepting(place);
      else if (existsSync(place)) unlinkSync(place);
      // Bun counts a connection only after its first byte.
      await Bun.sleep(Math.min(coming, Math.max(0, ends - performance.now())));
      unguard?.();
      // Not awaited: an endless request must not block the stop.
      void server.stop(false);
      await until(() => server.pendingRequests === 0, ends);
      await server.stop(true);
    },
  };
}

/**
 * @internal for tests: bytes of content over which Bun answers 413 without details. Above the limit of the
 * pipeline, whose answer has the reason.
 */
export function platformBound(maxBody: number): number {
  return 2 * maxBody + 67_108_864;
}

/** The family is unknown for a host name. */
function placeOf(at: Listen, port: number | undefined): Place {
  if (at.kind === "unix") return at.path;
  const taken = port ?? at.port;
  const family = parseAddress(at.host)?.family;
  return family === undefined ? taken : { port: taken, family };
}

/** Removes the socket file of a dead process. */
async function freePath(path: string): Promise<void> {
  if (!existsSync(path)) return;
  if (!lstatSync(path).isSocket()) throw new Error(`${path} exists and is not a socket`);
  const alive = await Bun.connect({ unix: path, socket: { data() {} } }).then(
    (socket) => {
      socket.end();
      return true;
    },
    () => false,
  );
  if (!alive) unlinkSync(path);
}
