/**
 * Error codes, with their status for problem details (RFC 9457) and the command line. `title` names the class
 * of error and never changes; `detail` names the invalid part.
 */
export const ERRORS = {
  "invalid-ip": { status: 400, title: "Not an IP address" },
  "invalid-url": { status: 400, title: "Not a URL that can be looked up" },
  "invalid-useragent": { status: 400, title: "Not a user agent string" },
  "invalid-headers": { status: 400, title: "Not a list of header lines" },
  "invalid-json": { status: 400, title: "Not valid JSON" },
  "invalid-param": { status: 400, title: "Invalid parameter value" },
  unauthorized: { status: 401, title: "Token required" },
  forbidden: { status: 403, title: "Not permitted with this token" },
  "unknown-endpoint": { status: 404, title: "No such endpoint" },
  "method-not-allowed": { status: 405, title: "Method not allowed" },
  "too-slow": { status: 408, title: "Request too slow" },
  "too-large": { status: 413, title: "Request too large" },
  "unsupported-media-type": { status: 415, title: "Unsupported media type" },
  "rate-limit": { status: 429, title: "Too many requests" },
  "internal-error": { status: 500, title: "Internal error" },
  "geo-database-unavailable": { status: 503, title: "No geolocation database" },
  "no-browser": { status: 503, title: "No browser to load the page with" },
  "too-many-connections": { status: 503, title: "Too many connections" },
  "loop-detected": { status: 508, title: "Lookup loop" },
  "too-busy": { status: 503, title: "Too many lookups at once" },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Error of invalid input and refusals. `detail` is shown to the caller: what is wrong, what to change. */
export class NetlensError extends Error {
  readonly code: ErrorCode;
  /** Response headers, such as `Allow` or `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.name = "NetlensError";
    this.code = code;
    this.headers = headers;
  }
}

/** Error of a batch item. */
export function errorItem(error: NetlensError): { error: ErrorCode; message: string } {
  return { error: error.code, message: error.message };
}
