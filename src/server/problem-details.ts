/** Errors → RFC 9457 problem details, with the two extra members that older clients read. */

import { type Static, Type } from "@sinclair/typebox";
import { Answer, JSON_FIELDS } from "../api/answer.ts";
import { ERRORS, type ErrorCode, NetlensError } from "../api/errors.ts";

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

/** The problem details of an error. */
export function problemDetails(code: ErrorCode, detail: string, base = ""): ProblemDetails {
  const { status, title } = ERRORS[code];
  return { type: `${base}${TYPE_BASE}${code}`, title, status, detail, error: code, message: detail };
}

/** The response for an error. @param base the URL of the service, `""` for references relative to the host */
export function problemResponse(error: NetlensError, base: string): Response {
  const body = problemDetails(error.code, error.message, base);
  const text = JSON.stringify(body);
  return new Answer(text, {
    status: body.status,
    headers: {
      ...error.headers,
      ...JSON_FIELDS,
      "content-type": "application/problem+json",
      // The answer that Elysia gives for an error is a copy.
      "content-length": String(Buffer.byteLength(text)),
    },
  });
}

/**
 * An error of the framework or of a handler as one of ours. A bug becomes an `internal-error` that says nothing of the
 * inside; `onBug` gets all of it.
 */
export function asNetlensError(
  error: unknown,
  code: string | number,
  onBug: (error: unknown) => void,
): NetlensError {
  if (error instanceof NetlensError) return error;
  if (code === "PARSE") return new NetlensError("invalid-json", "The request content is not valid JSON.");
  if (code === "VALIDATION" && !(error instanceof Error && "type" in error && error.type === "response"))
    return new NetlensError("invalid-param", validationDetail(error));
  onBug(error);
  return new NetlensError("internal-error", "The service failed to handle this request; its log says more.");
}

function validationDetail(error: unknown): string {
  const all = error instanceof Error && "all" in error && Array.isArray(error.all) ? error.all : [];
  const first: unknown = all[0];
  if (typeof first !== "object" || first === null)
    return "The request does not match what this endpoint expects.";
  const path =
    "path" in first && typeof first.path === "string" ? first.path.slice(1).replaceAll("/", ".") : "";
  const summary =
    "summary" in first && typeof first.summary === "string" ? first.summary : "has an invalid value";
  return path ? `${path}: ${summary}` : summary;
}
