/** Reads patterns that match a single path, or all paths with a prefix. Pure. */

import type { Wildcard } from "../map-item.ts";

/**
 * Shortest path that a pattern matches, if it has only anchors and optional slashes: `^/a\.html$`, `^/?a/?$`.
 * Undefined for patterns with groups or classes.
 */
export function plainPath(pattern: string): string | undefined {
  const [, path] =
    /^\^?(?:\/\?)?((?:[\w\-/%~.,:;=@&!' ]|[^\x00-\x7f]|\\[^A-Za-z0-9?])*?)(?:\/\?)?\$?$/.exec(pattern) ?? [];
  if (path === undefined || pattern.replace(/^\^/, "") === "") return undefined;
  const plain = path.replace(/\\(.)/g, "$1");
  return plain.startsWith("/") ? plain : `/${plain}`;
}

/** Whether a target contains variables: `$1`, `%1`, `%{HTTP_HOST}`, `$request_uri`. */
export function hasVariables(target: string): boolean {
  return /\$\w|\$\{|%\{|%\d(?![\dA-Fa-f])/.test(target);
}

/**
 * Prefix redirect of a pattern that captures the rest of the path and appends it to the target: `/blog/*
 * /:splat`, `/:path* /new/:path*`, `^/?(.*)$ /new/$1`. Undefined for other rules.
 */
export function wildcardOf(source: string, target: string): Wildcard | undefined {
  const pattern = source.replace(/^\^/, "").replace(/^\/?\?/, "/");
  const at = pattern.lastIndexOf("/") + 1;
  const captured = pattern.slice(at);
  const prefix = pattern.slice(0, at);
  const from = /^(?:\/|https?:)/i.test(prefix) ? prefix : `/${prefix}`;
  if (!/^(?:\*|:\w{1,64}\*|\(\.\*\)\$?)$/.test(captured) || !/^[\w\-/%~.:]+$/.test(from)) return undefined;
  const mark = [":splat", "$1", captured, captured.slice(0, -1)].find(
    (each) => each !== "" && target.endsWith(each),
  );
  return mark === undefined ? undefined : { from, to: target.slice(0, -mark.length) };
}
