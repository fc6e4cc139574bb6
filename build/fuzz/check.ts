/** Invariants of every answer. */

import { connect } from "node:net";
import type { Document, Operation } from "./document.ts";
import type { Requested } from "./requests.ts";

/** Maximum milliseconds until an answer. */
const LONGEST = 10_000;

/**
 * Statuses of any path that operations need not list. The platform sends 431 for a header section that is too
 * large.
 */
const ANYWHERE: readonly number[] = [400, 404, 405, 413, 429, 431];

/** Sends a request and checks the answer. @throws Error with the violation */
export async function checkAnswer(origin: string, document: Document, requested: Requested): Promise<void> {
  const { method, target, fields, content } = requested;
  const response = await fetch(origin + target, {
    method,
    headers: fields.map(([name, value]): [string, string] => [name, value]),
    redirect: "manual",
    signal: AbortSignal.timeout(LONGEST),
    ...(content !== undefined && { body: content }),
  });
  const body = await response.text();
  const { status } = response;
  const type = response.headers.get("content-type")?.split(";")[0] ?? "";
  if (status >= 500 && status !== 503) throw new Error(`status ${status}`);
  if (status === 405 && !response.headers.has("allow")) throw new Error("405 without Allow");
  if (method === "HEAD" || status === 204 || (status >= 300 && status < 400)) {
    if (body !== "") throw new Error(`${status} to ${method} has content`);
    return;
  }
  if (isUndescribed(target, type)) return;
  const operation = operationOf(document, method, new URL(origin + target).pathname);
  const described = operation?.responses[status]?.content[type];
  if (described) {
    const value: unknown = type.endsWith("json") ? JSON.parse(body) : body;
    const faults = document.faults(described.schema, value);
    if (faults) throw new Error(`${operation.operationId} ${status}: ${faults}`);
  } else if (operation && !ANYWHERE.includes(status))
    throw new Error(`${operation.operationId} does not document ${status} ${type}`);
  else if (type === "application/problem+json") {
    const faults = document.faults({ $ref: "#/components/schemas/ProblemDetails" }, JSON.parse(body));
    if (faults) throw new Error(`problem details: ${faults}`);
  } else if (status !== 200 && status !== 431) throw new Error(`${status} with ${type || "no content"}`);
}

/** Whether a response is not described: pages, and the older URLs of HAR logs. */
function isUndescribed(target: string, type: string): boolean {
  return type === "text/html" || /[?&]format=har\b/i.test(target);
}

/**
 * Operation of a path, by the longest matching template. The last part of a path may contain slashes. In a
 * block of addresses (`/v1/ip/10.0.0.0%2F8`) the slash may be percent-encoded.
 */
function operationOf({ operations }: Document, method: string, pathname: string): Operation | undefined {
  const path = pathname.replace(/^(\/v1\/ip\/[^/]+)%2f(?=.)/i, "$1/");
  return operations
    .filter((operation) => operation.method === method && templateFits(operation.path, path))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}

function templateFits(template: string, path: string): boolean {
  const parts = template.replace(/\{\w+\}$/, ".+").replaceAll(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^${parts}/?$`).test(path);
}

/**
 * Sends bytes and closes the connection. Any answer must be a valid response, and not an internal error (505
 * comes from the platform's parser). @throws Error with the violation
 */
export async function checkBytes(origin: string, bytes: Uint8Array): Promise<void> {
  const { hostname, port } = new URL(origin);
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = "";
  const socket = connect({ host: hostname, port: Number(port) }, () => socket.end(bytes));
  socket.setTimeout(200, () => socket.destroy());
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  socket.on("error", () => resolve(text));
  socket.on("close", () => resolve(text));
  const answer = await promise;
  if (answer !== "" && !answer.startsWith("HTTP/1."))
    throw new Error(`not an answer: ${answer.slice(0, 40)}`);
  if (/^HTTP\/1\.\d 5(?!0[35])/m.test(answer)) throw new Error(answer.slice(0, 200));
}
