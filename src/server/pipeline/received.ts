/** Rewritten requests, and the original ones, which have the socket. */

const origins = new WeakMap<Request, Request>();

/** Copies a request with another URL or content. */
export function rewritten(request: Request, url: string, init?: RequestInit): Request {
  // Requests without a host in their URL cannot be cloned.
  const { method, headers, body, signal } = request;
  const made = new Request(url, { method, headers, body, signal, ...init });
  // Path parameters of Bun's router.
  if ("params" in request) Object.defineProperty(made, "params", { value: request.params });
  origins.set(made, received(request));
  return made;
}

/** Original request of the socket. */
export function received(request: Request): Request {
  return origins.get(request) ?? request;
}

/**
 * Absolute URL without fragment: HTTP/1.0 without Host, and an empty Host, give only a path; clients should
 * not send fragments (RFC 9110 section 7.1).
 */
export function handledUrl(url: string): string {
  const fragment = url.indexOf("#");
  const cut = fragment < 0 ? url : url.slice(0, fragment);
  return cut.startsWith("/") ? `http://localhost${cut}` : cut;
}
