/** Public URL of the service. Pure. */

export interface Site {
  readonly version: string;
  /** `--base-url` without its trailing slash; `""` for URLs relative to the host. */
  readonly base: string;
  /** Absolute URL of the service for a client, without a trailing slash. */
  readonly urlFor: (request: Request) => string;
}

/** @param forwarded scheme and host reported by a trusted proxy */
export function createSite(
  version: string,
  base = "",
  forwarded: (request: Request) => Partial<Origin> = () => ({}),
): Site {
  return {
    version,
    base,
    urlFor(request) {
      if (base !== "") return base;
      const own = new URL(request.url);
      const { scheme = own.protocol.slice(0, -1), host = own.host } = forwarded(request);
      return `${scheme}://${host}`;
    },
  };
}

export interface Origin {
  /** `http` or `https`. */
  readonly scheme: string;
  /** With a port, if any. */
  readonly host: string;
}
