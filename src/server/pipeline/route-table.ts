/** Routes by path, for the pipeline and OpenAPI. */

import { pathWith } from "../../api/endpoint.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Operation } from "../routes/openapi.ts";

export interface Route extends Operation {
  /** Metrics label, from a fixed set. */
  readonly label: string;
  /** Logged name: `/v1/ip/:ip`. */
  readonly name: string;
  readonly cost: number;
  /** Without a token, and from pages of any origin. */
  readonly isPublic: boolean;
  /** Counter of a method. */
  readonly count: (method: string) => ReturnType<Metrics["counter"]>;
  /** Renders the page for browsers. */
  readonly page: ((request: Request) => Promise<Response>) | undefined;
}

export interface RouteTable {
  /** Routes of a path, one per method; empty if unknown. */
  readonly at: (pathname: string) => readonly Route[];
  /** Routes of the API. */
  readonly operations: () => readonly Operation[];
  /** Values for unknown paths, in metrics and log. */
  readonly unknown: Pick<Route, "label" | "name" | "cost" | "isPublic" | "count">;
}

/** @throws Error for a route without a description */
export function routeTable(
  rows: readonly Operation[],
  pageOf: (operationId: string) => Route["page"],
  metrics: Pick<Metrics, "counter">,
): RouteTable {
  const counterOf = (label: string): Route["count"] => {
    const counters = new Map<string, ReturnType<Metrics["counter"]>>();
    return (method) => {
      const known = counters.get(method);
      if (known) return known;
      const counter = metrics.counter(label, method);
      counters.set(method, counter);
      return counter;
    };
  };
  const routes = rows.map((row): Route => {
    const { method, path, endpoint } = row;
    if (endpoint.operationId === undefined) throw new Error(`${method} ${path} does not say what it is.`);
    const [label] = endpoint.tags;
    const count = counterOf(label);
    for (const each of method === "GET" ? [method, "HEAD"] : [method]) count(each);
    return {
      ...row,
      label,
      count,
      name: pathWith(path, endpoint.path, (name) => `:${name}`).replace("*", ":rest"),
      cost: endpoint.cost,
      isPublic: endpoint.isPublic === true,
      page: method === "GET" ? pageOf(endpoint.operationId) : undefined,
    };
  });
  const fixed = Map.groupBy(routes, ({ path }) => path);
  // Fast path: nearly all parameters are the last part, as in `/v1/ip/:ip`.
  const lastPart = new Map<string, readonly Route[]>();
  const open: { readonly prefix: string; readonly parts: number; readonly own: readonly Route[] }[] = [];
  for (const [path, own] of fixed) {
    const prefix = path.slice(0, path.search(/[:*]|$/));
    if (prefix === path) continue;
    const parts = path.endsWith("*") ? 0 : partsOf(path, prefix);
    if (parts === 1) lastPart.set(prefix, own);
    else open.push({ prefix, parts, own });
  }
  const served = ({ endpoint }: Operation) => endpoint.served?.() !== false;
  const isOptional = new Set(routes.filter(({ endpoint }) => endpoint.served));
  const find = (pathname: string): readonly Route[] => {
    const end = pathname.length - 1;
    const bare = end > 0 && pathname.charCodeAt(end) === SLASH ? pathname.slice(0, end) : pathname;
    return (
      fixed.get(bare) ??
      lastPart.get(bare.slice(0, bare.lastIndexOf("/") + 1)) ??
      open.find(
        ({ prefix, parts }) =>
          pathname.startsWith(prefix) &&
          pathname.length > prefix.length &&
          (parts === 0 || partsOf(bare, prefix) === parts),
      )?.own ??
      []
    );
  };
  return {
    at(pathname) {
      const found = find(pathname);
      const [first] = found;
      return first && isOptional.has(first) && !served(first) ? [] : found;
    },
    operations: () => routes.filter((route) => !route.endpoint.hide && served(route)),
    unknown: { label: "unknown", name: "*", cost: 1, isPublic: false, count: counterOf("unknown") },
  };
}

const SLASH = 0x2f;

function partsOf(path: string, prefix: string): number {
  return path.slice(prefix.length).split("/").length;
}

/** Allowed methods, with HEAD for GET, and OPTIONS. */
export function allowedMethods(routes: readonly Pick<Operation, "method">[]): readonly string[] {
  if (routes.length === 0) return [];
  const methods = new Set(routes.map(({ method }) => method));
  if (methods.has("GET")) methods.add("HEAD");
  return [...methods, "OPTIONS"];
}
