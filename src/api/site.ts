/** How the service is reached from outside, which every address that it writes itself starts with. Pure. */

export interface Site {
  readonly version: string;
  /** The URL of `--base-url` without its final slash; `""` where none is set, so that addresses are relative to the host. */
  readonly base: string;
  /** The absolute URL that a client reaches the service at, without a final slash. */
  readonly urlFor: (request: Request) => string;
}

/** @param forwarded what a trusted proxy says of the scheme and the host that its client asked for */
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
  /** With the port where one is named. */
  readonly host: string;
}
