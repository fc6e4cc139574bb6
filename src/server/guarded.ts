/** Handlers for those who may call them, by their tokens. */

import { NetlensError } from "../api/errors.ts";
import type { Handler } from "./app.ts";
import { type Grant, refusal, type Tokens } from "./tokens.ts";

/**
 * The handler behind the service's tokens.
 * @param handlerFor the handler within what a caller may do; asked once for each
 * @param identified hears whose token a request has
 * @param refuse the response for who may not, once that is counted
 */
export function guarded(
  tag: Parameters<Grant["may"]>[0],
  { identify, anonymous }: Tokens,
  handlerFor: (grant: Grant) => Handler,
  identified: (request: Request, name: string) => void,
  refuse: (request: Request, error: NetlensError) => Response | Promise<Response>,
): Handler {
  const handlers = new Map<Grant, Handler>();
  const isPublic = anonymous?.may(tag) === true;
  return (request) => {
    const grant = identify(request.headers.get("authorization"));
    if (grant instanceof NetlensError) return refuse(request, grant);
    identified(request, grant.name);
    const refused = refusal(grant, tag);
    if (refused) return refuse(request, refused);
    let handler = handlers.get(grant);
    if (!handler) {
      handler = handlerFor(grant);
      handlers.set(grant, handler);
    }
    const response = handler(request);
    if (isPublic) return response;
    return response instanceof Promise ? response.then(forItsCaller) : forItsCaller(response);
  };
}

/** A shared cache may store what is public although the request had credentials (RFC 9111 section 3.5), for all to read. */
function forItsCaller(response: Response): Response {
  const policy = response.headers.get("cache-control");
  if (policy?.includes("public")) response.headers.set("cache-control", policy.replace("public", "private"));
  return response;
}
