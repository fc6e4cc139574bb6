/** IO: sockets, signals and the life of the process as a service. */

import { chmodSync, existsSync, lstatSync, unlinkSync } from "node:fs";
import type { Listen } from "../options.ts";
import { listenText } from "../options.ts";
import { received } from "./received.ts";

export interface Listener {
  /** The address as people write it, with the port that was really taken. */
  readonly address: string;
  /**
   * Waits up to `deadline` milliseconds for what runs, then cuts it off. While something runs it goes on listening for
   * half of that time, so that probes see a service that is not ready rather than none.
   */
  stop(deadline: number): Promise<void>;
}

/** The address of a request's other end: undefined on a Unix socket, `""` where it is not known. */
export type PeerOf = (request: Request) => string | undefined;

export type Handler = (request: Request) => Response | Promise<Response>;

export interface Handlers {
  /** By path and method; what fits none of them goes to `fetch`. */
  readonly routes?: Readonly<Record<string, Readonly<Record<string, Handler>>>>;
  readonly fetch: Handler;
}

/**
 * Listens, and fails at once when the address is taken.
 * @param handlersOf makes the handlers, which may ask for a request's other end
 * @throws Error of the system (EADDRINUSE, EACCES …)
 */
export async function listen(
  at: Listen,
  handlersOf: (peerOf: PeerOf) => Handlers,
  maxBody: number,
): Promise<Listener> {
  if (at.kind === "unix") await freePath(at.path);
  // Over its own limit Bun answers a bare 413. The pipeline refuses first, by the declared length or while it reads, and says why.
  const common = {
    maxRequestBodySize: 2 * maxBody + 64 * 1024 * 1024,
    development: false,
    error: () => new Response(null, { status: 500 }),
  };
  const peerOf: PeerOf = (request) =>
    at.kind === "unix" ? undefined : (server.requestIP(received(request))?.address ?? "");
  const { routes = {}, fetch } = handlersOf(peerOf);
  const server: Bun.Server<undefined> =
    at.kind === "unix"
      ? Bun.serve({ ...common, unix: at.path, routes, fetch })
      : Bun.serve({
          ...common,
          hostname: at.host,
          port: at.port,
          reusePort: false,
          // Longer than a lookup may wait for its turn and then take.
          idleTimeout: 120,
          routes,
          fetch,
        });
  // As open as a loopback port: the web server in front runs under another account.
  if (at.kind === "unix") chmodSync(at.path, 0o666);
  return {
    address: listenText(at.kind === "tcp" ? { ...at, port: server.port ?? at.port } : at),
    async stop(deadline) {
      const started = performance.now();
      const left = () => deadline - (performance.now() - started);
      while (server.pendingRequests > 0 && left() > deadline / 2) await Bun.sleep(20);
      const finished = server.stop(false);
      await Promise.race([finished, Bun.sleep(Math.max(0, left()))]);
      await server.stop(true);
      if (at.kind === "unix" && existsSync(at.path)) unlinkSync(at.path);
    },
  };
}

/** A socket file that a dead process left behind would block the next start; one that answers is left alone. */
async function freePath(path: string): Promise<void> {
  if (!existsSync(path)) return;
  if (!lstatSync(path).isSocket()) throw new Error(`${path} exists and is no socket`);
  const alive = await Bun.connect({ unix: path, socket: { data() {} } }).then(
    (socket) => {
      socket.end();
      return true;
    },
    () => false,
  );
  if (!alive) unlinkSync(path);
}
