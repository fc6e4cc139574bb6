/** Errors as RFC 9457 problem details, with two more members for older clients. */

import { type Static, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { Answer, JSON_FIELDS } from "../../api/answer.ts";
import { ERRORS, type ErrorCode, NetlensError } from "../../api/errors.ts";
import { refusalOf } from "../../api/plugin.ts";
import { pathOf } from "../../api/request-path.ts";
import type { Site } from "../../api/site.ts";
import { notFoundPage } from "../../web/not-found.ts";

/** A relative reference (RFC 9457 section 3.1.1): the service documents its own errors. */
const TYPE_BASE = "/api#";

export const ProblemDetails = Type.Object(
  {
    type: Type.String({ format: "uri-reference", description: "Where the error is described" }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: "What is wrong with the request" }),
    error: Type.Unsafe<ErrorCode>({ type: "string", enum: Object.keys(ERRORS), description: "Stable code" }),
    message: Type.String({ description: "The same as detail" }),
  },
  { title: "ProblemDetails", description: "RFC 9457" },
);
export type ProblemDetails = Static<typeof ProblemDetails>;

export function problemDetails(code: ErrorCode, detail: string, base = ""): ProblemDetails {
  const { status, title } = ERRORS[code];
  return { type: `${base}${TYPE_BASE}${code}`, title, status, detail, error: code, message: detail };
}

/** Error response. @param base URL of the service, `""` for references relative to the host */
export function problemResponse(error: NetlensError, base: string): Response {
  const body = problemDetails(error.code, error.message, base);
  const text = JSON.stringify(body);
  return new Answer(text, {
    status: body.status,
    headers: {
      ...error.headers,
      ...JSON_FIELDS,
      "content-type": "application/problem+json",
      // Elysia answers with a copy, which loses the size of an `Answer`.
      "content-length": String(Buffer.byteLength(text)),
    },
  });
}

/** Plugin that answers errors of handlers, schemas and parsers. */
export function problems(deps: ProblemsDeps) {
  return new Elysia({ name: "problems" }).onError({ as: "global" }, ({ request, error, code }) =>
    failureResponse(request, error, code, deps),
  );
}

/** 404, as a page for browsers. */
export function notFoundResponse(request: Request, site: Site): Response {
  const detail = `There is no endpoint at ${pathOf(request.url)}.`;
  const error = new NetlensError("unknown-endpoint", detail, { vary: "Accept" });
  return notFoundPage(request, site) ?? problemResponse(error, site.base);
}

interface ProblemsDeps {
  readonly site: Site;
  /** Receives bugs; the client gets an answer without details. */
  readonly onBug: (error: unknown) => void;
}

/** Response to any thrown value. */
export function failureResponse(
  request: Request,
  error: unknown,
  code: string | number,
  { site, onBug }: ProblemsDeps,
): Response {
  const known = clientClosedResponse(request, error);
  if (known) return known;
  if (code === "NOT_FOUND") return notFoundResponse(request, site);
  const refused = refusalOf(error, code);
  if (!refused) onBug(error);
  return problemResponse(refused ?? new NetlensError("internal-error", BUG), site.base);
}

const BUG = "The service failed to handle this request; its log has the cause.";

/** Status in log and metrics of a client that disconnected, as in nginx; never sent. */
export const CLIENT_CLOSED_REQUEST = 499;

/** @internal for tests: the 499 response for a client that disconnected. */
export function clientClosedResponse(request: Request, error: unknown): Response | undefined {
  const left = request.signal.aborted && error instanceof Error && error.name === "AbortError";
  return left ? new Answer(null, { status: CLIENT_CLOSED_REQUEST }) : undefined;
}
