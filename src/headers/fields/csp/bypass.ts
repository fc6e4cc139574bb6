/** Hosts with JSONP or old Angular copies, which let any script run (list of csp_evaluator). */

import { URLS as ANGULAR } from "csp_evaluator/dist/allowlist_bypasses/angular.js";
import { URLS as JSONP, NEEDS_EVAL } from "csp_evaluator/dist/allowlist_bypasses/jsonp.js";
import { once } from "../../../platform/memoize.ts";
import type { HostSource } from "../../../syntax/csp.ts";

export interface Bypass {
  readonly host: string;
  readonly path: string;
  readonly what: "JSONP endpoints" | "Angular libraries";
}

const needsEval: ReadonlySet<string> = new Set(NEEDS_EVAL);

interface Bypasses {
  readonly byHost: Map<string, Bypass[]>;
  /** Bypasses by parent domain, for sources such as `*.example.com`. */
  readonly byParent: Map<string, Bypass[]>;
}

const bypasses = once((): Bypasses => {
  const all: Bypasses = { byHost: new Map(), byParent: new Map() };
  for (const url of ANGULAR) add(all, url, "Angular libraries");
  for (const url of JSONP) add(all, url, "JSONP endpoints");
  return all;
});

function add({ byHost, byParent }: Bypasses, url: string, what: Bypass["what"]): void {
  const { hostname: host, pathname: path } = new URL(`https:${url}`);
  const bypass = { host, path, what };
  put(byHost, host, bypass);
  for (let dot = host.indexOf("."); dot >= 0; dot = host.indexOf(".", dot + 1))
    put(byParent, host.slice(dot + 1), bypass);
}

function put(map: Map<string, Bypass[]>, key: string, bypass: Bypass): void {
  const list = map.get(key);
  if (list) list.push(bypass);
  else map.set(key, [bypass]);
}

/** Known script bypass on a host that the source allows; some bypasses need eval(). */
export function findBypass(
  { host, wildcard, path = "/" }: HostSource,
  evalAllowed: boolean,
): Bypass | undefined {
  const { byHost, byParent } = bypasses();
  const candidates = (wildcard ? byParent : byHost).get(host);
  return candidates?.find(
    (bypass) =>
      (evalAllowed || bypass.what === "Angular libraries" || !needsEval.has(bypass.host)) &&
      covers(path, bypass.path),
  );
}

/** CSP Level 3 section 6.7.2.12: a path that ends with a slash covers everything below it. */
function covers(allowed: string, path: string): boolean {
  return allowed.endsWith("/") ? path.startsWith(allowed) : path === allowed;
}
