/** Redirects that start a login elsewhere (OAuth 2.0, RFC 6749, RFC 9700), or to a target in the request. */

import { resolveReference } from "../../syntax/uri.ts";
import { type Context, type ExplainedLine, problem, ruleOn } from "../field.ts";
import { isSameSite, isTrustworthy } from "../verdicts/origins.ts";
import { quote } from "../wording.ts";

interface Led {
  readonly line: ExplainedLine;
  readonly target: URL;
  /** The parameters of an authorization request (RFC 6749 section 4.1.1); undefined if it is not one. */
  readonly asked: URLSearchParams | undefined;
}

function ledBy({ status = 0, url, named }: Context): Led | undefined {
  const [line] = named("location");
  if (!line || status < 300 || status > 399) return undefined;
  const { value } = line.line;
  const target = url ? resolveReference(value, url) : (URL.parse(value) ?? undefined);
  if (!target) return undefined;
  const { searchParams } = target;
  const isAsking = searchParams.has("client_id") && searchParams.has("response_type");
  return { line, target, asked: isAsking ? searchParams : undefined };
}

/** Parameters that bind the response to the requesting browser (RFC 9700 section 2.1). */
const BINDING = ["state", "code_challenge", "nonce"];

/** Name of the query parameter that contains the redirect's host, if the host is on another site. */
function parameterOf({ target, asked }: Led, { url }: Context): string | undefined {
  if (!url || asked || isSameSite(target, url)) return undefined;
  return [...url.searchParams].find(([, value]) => {
    const given = URL.parse(value.startsWith("//") ? `${url.protocol}${value}` : value);
    return given?.host === target.host;
  })?.[0];
}

export const loginRedirect = ruleOn(ledBy, [
  problem("oauth-redirect-insecure", "error", "rfc9700#section-2.6", {
    // Plain HTTP is allowed for loopback addresses (RFC 8252 section 7.3).
    detect({ asked }) {
      const back = URL.parse(asked?.get("redirect_uri") ?? "");
      return back?.protocol === "http:" && !isTrustworthy(back) && back.host;
    },
    title: (host) =>
      `Location returns the login code to http://${host}, where anyone on the network path can steal it.`,
  }),
  problem("oauth-implicit-flow", "warning", "rfc9700#section-2.1.2", {
    detect: ({ asked }) => asked?.get("response_type")?.split(" ").includes("token") === true,
  }),
  problem("oauth-state-missing", "warning", "rfc9700#section-2.1", {
    detect: ({ asked }) => asked !== undefined && !BINDING.some((name) => asked.has(name)),
  }),
  problem("location-from-parameter", "warning", "rfc9700#section-4.11", {
    detect: parameterOf,
    title: (name, { target }) =>
      `Location leads to ${target.host} because the parameter ${quote(name)} names it; allow known hosts only.`,
  }),
]);
