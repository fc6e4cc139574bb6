/** A request may be handled in another form than it came in; what the socket knows belongs to the one that came. */

const origins = new WeakMap<Request, Request>();

/** The same request with another URL or content. */
export function rewritten(request: Request, url: string, init?: RequestInit): Request {
  // A request of a mounted route cannot be copied as a whole while its URL has no host.
  const { method, headers, body, signal } = request;
  const made = new Request(url, { method, headers, body, signal, ...init });
  // The parts of the path, which Bun's router has found.
  if ("params" in request) Object.defineProperty(made, "params", { value: request.params });
  origins.set(made, received(request));
  return made;
}

/** The request as it came from the socket. */
export function received(request: Request): Request {
  return origins.get(request) ?? request;
}

/**
 * The URL that a request is handled by: HTTP/1.0 without Host, and an empty Host, leave the platform with a path alone;
 * a fragment, which no client should send (RFC 9110 section 7.1), counts for nothing.
 */
export function handledUrl(url: string): string {
  const fragment = url.indexOf("#");
  const cut = fragment < 0 ? url : url.slice(0, fragment);
  return cut.startsWith("/") ? `http://localhost${cut}` : cut;
}
