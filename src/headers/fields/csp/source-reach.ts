/** Problems of a source's reach: too wide, or only the local machine. */

import type { Source } from "../../../syntax/csp.ts";
import { type Context, firstOf, groupsOf, problem } from "../../field.ts";
import { csp } from "./examples.ts";
import type { PlacedSource } from "./policy.ts";

const INSECURE_SCHEMES: ReadonlySet<string> = new Set(["http", "ws", "ftp"]);

/** Schemes that, as a source, allow scripts of any origin. */
const SCRIPT_SCHEMES: ReadonlySet<string> = new Set(["http", "https", "data", "filesystem"]);

/** True for directives in which a source such as `https:` restricts almost nothing. */
export function isGuard(name: string): boolean {
  return name === "object-src" || name === "base-uri" || name === "frame-ancestors" || name === "form-action";
}

function reachWords(name: string): string {
  if (name === "frame-ancestors") return "lets practically any site frame the page";
  if (name === "base-uri") return "lets an injected base element redirect all relative URLs";
  if (name === "form-action") return "lets forms send their data to any host";
  return "allows every host";
}

/** True for any host: a star, also with scheme or port. */
export function isAnyHost(source: Source): boolean {
  return source.kind === "wildcard" || (source.kind === "host" && source.wildcard && source.host === "");
}

const LOCAL_HOSTS = /^(?:localhost|127\.0\.0\.1)$/;

export const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** First characters of addresses and `localhost`, for a fast check. */
export const MAYBE_ADDRESS: ReadonlySet<string> = new Set("0123456789[l");

export function isLocal(source: Source): boolean {
  return source.kind === "host" && LOCAL_HOSTS.test(source.host);
}

/** Mixed content: the source then allows no more than `wss:`. */
const isBlockedSocket = (text: string, { url }: Context) => /^ws:/i.test(text) && url?.protocol === "https:";

/** Problems of too wide sources in directives that do not govern scripts. */
export const REACH = groupsOf<PlacedSource, unknown>(
  firstOf(
    problem("csp-source-wildcard", "warning", "csp3#framework-directive-source-list", {
      detect: ({ name, source, scripts }) =>
        !scripts &&
        (isAnyHost(source) ||
          (source.kind === "scheme" && isGuard(name) && SCRIPT_SCHEMES.has(source.value))),
      title: (_, { text, name }) => `${text} in ${name} ${reachWords(name)}.`,
      bad: csp("img-src *"),
      good: csp("img-src 'self' https://images.example"),
    }),
    problem("csp-source-insecure", "warning", "csp3#match-schemes", {
      detect({ source, scripts }) {
        const scheme =
          source.kind === "scheme" ? source.value : source.kind === "host" ? source.scheme : undefined;
        return !scripts && scheme !== undefined && INSECURE_SCHEMES.has(scheme) && !isLocal(source);
      },
      severityOf: (_, { text }, context) => (isBlockedSocket(text, context) ? "info" : "warning"),
      title: (_, { text, name }, context) =>
        isBlockedSocket(text, context)
          ? `${text} in ${name}: browsers block ws: on HTTPS pages; write wss:.`
          : `${text} in ${name} allows unencrypted connections.`,
      bad: csp("img-src http://example.com"),
      good: csp("img-src https://example.com"),
    }),
  ),
);
