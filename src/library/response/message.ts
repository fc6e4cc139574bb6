/** Converts a test's response object to header lines for the engine. Pure. */

import { decodeHeaders } from "../../http/decode.ts";
import type { HttpReport } from "../../http/schema.ts";
import { httpVersionOf } from "../../jobs/har/read.ts";

/** Headers as the platform, frameworks and test runners represent them. */
export type HeadersLike =
  | HeadersObject
  | Readonly<Record<string, string | readonly string[] | number | undefined>>
  | readonly string[]
  | readonly (readonly [name: string, value: string])[];

interface HeadersObject {
  forEach(callback: (value: string, name: string) => void): void;
  getSetCookie?(): string[];
}

/** A response of `fetch` or Playwright, or an object with the same properties. */
export interface ResponseLike {
  readonly headers?: HeadersLike | (() => HeadersLike);
  /** Playwright: one entry a line; its `headers()` joins lines of one name. */
  headersArray?(): readonly NameValue[] | Promise<readonly NameValue[]>;
  readonly status?: number | (() => number);
  readonly url?: string | (() => string);
  readonly method?: string;
  /** Playwright returns a promise of a name such as `h2`. */
  readonly httpVersion?: string | (() => string | Promise<string>);
  /** RFC 3339. */
  readonly receivedAt?: string;
  readonly request?: RequestLike | (() => { method(): string });
}

export interface RequestLike {
  readonly method?: string;
  readonly headers?: HeadersLike;
}

interface NameValue {
  readonly name: string;
  readonly value: string;
}

/** Body of `POST /v1/http/`. */
export interface Lines {
  readonly headers: readonly string[];
  readonly status?: number;
  readonly url?: string;
  readonly method?: string;
  readonly requestHeaders?: readonly string[];
  readonly httpVersion?: string;
  readonly receivedAt?: string;
}

/** Reads the lines; async if `headersArray` is (Playwright). @throws TypeError for an object without headers */
export function linesOf(response: ResponseLike): Lines | Promise<Lines> {
  if (typeof response !== "object" || response === null)
    throw new TypeError("netlens: expected a response, or an object with headers");
  const { headersArray } = response;
  if (typeof headersArray !== "function") {
    const headers = called(response.headers);
    if (headers === undefined) throw new TypeError("netlens: the response has no headers");
    return { headers: fieldLines(headers), ...known(response) };
  }
  const pairs = headersArray.call(response);
  const of = (all: readonly NameValue[], version?: string) => ({
    headers: all.map(({ name, value }) => `${name}: ${value}`),
    ...known(response),
    ...(version && { httpVersion: httpVersionOf(version) }),
  });
  if (!(pairs instanceof Promise)) return of(pairs);
  const { httpVersion } = response;
  const version = typeof httpVersion === "function" ? httpVersion.call(response) : undefined;
  return Promise.all([pairs, version]).then(([all, read]) => of(all, read));
}

function known(response: ResponseLike): Omit<Lines, "headers"> {
  const { request, httpVersion, receivedAt } = response;
  const sentRequest = typeof request === "function" ? { method: request.call(response).method() } : request;
  const status = calledOn(response, response.status);
  const url = calledOn(response, response.url);
  const method = response.method ?? sentRequest?.method;
  const sent = sentRequest && "headers" in sentRequest ? sentRequest.headers : undefined;
  return {
    // Response.error() has status 0; a constructed Response has no URL.
    ...(status !== undefined && status !== 0 && { status }),
    ...(url !== undefined && url !== "" && { url }),
    ...(method !== undefined && { method }),
    ...(sent !== undefined && { requestHeaders: fieldLines(sent) }),
    ...(typeof httpVersion === "string" && { httpVersion }),
    ...(receivedAt !== undefined && { receivedAt }),
  };
}

function called<T>(value: T | (() => T)): T {
  return typeof value === "function" ? (value as () => T)() : value;
}

function calledOn<T extends string | number>(owner: object, value: T | (() => T) | undefined): T | undefined {
  return typeof value === "function" ? value.call(owner) : value;
}

function fieldLines(headers: HeadersLike): string[] {
  if (Array.isArray(headers))
    return (headers as readonly (string | readonly [string, string])[]).map((line) =>
      typeof line === "string" ? line : `${line[0]}: ${line[1]}`,
    );
  if (isHeadersObject(headers)) return linesOfHeaders(headers);
  return Object.entries(headers as Readonly<Record<string, unknown>>).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each) => `${name}: ${String(each)}`),
  );
}

function isHeadersObject(headers: HeadersLike): headers is HeadersObject {
  return !Array.isArray(headers) && "forEach" in headers && typeof headers.forEach === "function";
}

/** `forEach` joins lines of one name with commas; Set-Cookie cannot be split again, so it is read separately. */
function linesOfHeaders(headers: HeadersObject): string[] {
  const lines: string[] = [];
  headers.forEach((value: string, name: string) => {
    if (name.toLowerCase() !== "set-cookie" || !headers.getSetCookie) lines.push(`${name}: ${value}`);
  });
  return [...lines, ...(headers.getSetCookie?.() ?? []).map((value) => `set-cookie: ${value}`)];
}

export const reportOf = (lines: Lines): HttpReport =>
  decodeHeaders(lines, Date.now(), { partialRequest: true });

/** Report for a test framework's response object, sync or async. @param of also receives the URL, missing in reports */
export function explained<T>(
  response: ResponseLike,
  of: (report: HttpReport, url: string | undefined) => T,
): T | Promise<T> {
  const lines = linesOf(response);
  const explain = (known: Lines) => of(reportOf(known), known.url);
  return lines instanceof Promise ? lines.then(explain) : explain(lines);
}
