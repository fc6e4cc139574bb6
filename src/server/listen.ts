/** IO: sockets, signals and the life of the process as a service. */

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
  /** The address as people write it, with the port that was really taken. */
  readonly address: string;
  /** Connections held now; undefined where the platform does not tell. */
  connections(): number | undefined;
  /**
   * Ends within `deadline` milliseconds: lets nobody new in, finishes what runs, and cuts off what then still does.
   * @param coming milliseconds in which those who have just connected bring their request
   */
  stop(deadline: number, coming?: number): Promise<void>;
}

export interface ListenSettings {
  /** Bytes of request content that the handlers take. */
  readonly maxBody: number;
  /** Whether other processes may take requests at the same port. */
  readonly shared?: boolean;
  readonly connections?: {
    readonly limits: ConnectionLimits;
    /** Hears of each connection that was one too many. */
    readonly refused: (reason: Reason) => void;
    /** The URL of the service, for the types of errors. */
    readonly base: () => string;
  };
}

/** The address of a request's other end: undefined on a Unix socket, `""` where it is not known. */
export type PeerOf = (request: Request) => string | undefined;

export type Handler = (request: Request) => Response | Promise<Response>;

/**
 * Listens, and fails at once when the address is taken.
 * @param appOf makes the application, which may ask for a request's other end
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
          // Longer than a lookup may wait for its turn and then take.
          idleTimeout: 120,
        },
  );
  const server = app.server as Bun.Server<undefined>;
  const port = server.port;
  // As open as a loopback port: the web server in front runs under another account.
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
      // Probes see a service that is not ready rather than none.
      await until(() => server.pendingRequests === 0, ends - deadline / 2);
      if (typeof place !== "string") systemSockets()?.stopAccepting(place);
      else if (existsSync(place)) unlinkSync(place);
      // The system shows a connection to the server only when its first byte has come.
      await Bun.sleep(Math.min(coming, Math.max(0, ends - performance.now())));
      unguard?.();
      // A request that waits for its end, which never comes, must not hold up the end of all.
      void server.stop(false);
      await until(() => server.pendingRequests === 0, ends);
      await server.stop(true);
    },
  };
}

/**
 * Bytes of content over which Bun itself answers a bare 413: far more than the pipeline takes, which refuses first, by the
 * declared length or while it reads, and says why.
 * @internal for tests: the bound is tested alone
 */
export function platformBound(maxBody: number): number {
  return 2 * maxBody + 67_108_864;
}

/** The family is known where an address was given and not a name. */
function placeOf(at: Listen, port: number | undefined): Place {
  if (at.kind === "unix") return at.path;
  const taken = port ?? at.port;
  const family = parseAddress(at.host)?.family;
  return family === undefined ? taken : { port: taken, family };
}

/** A socket file that a dead process left behind would block the next start; one that answers is left alone. */
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
