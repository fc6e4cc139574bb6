/** The one path that a plain regular expression stands for. Pure. */

/**
 * The shortest path that a pattern matches, where it has no choice but at its ends: `^/a\.html$`, `^/?a/?$`. Undefined where
 * there are many, such as with groups and classes.
 */
export function plainPath(pattern: string): string | undefined {
  const [, path] =
    /^\^?(?:\/\?)?((?:[\w\-/%~.,:;=@&!' ]|[^\x00-\x7f]|\\[^A-Za-z0-9?])*?)(?:\/\?)?\$?$/.exec(pattern) ?? [];
  if (path === undefined || pattern.replace(/^\^/, "") === "") return undefined;
  const plain = path.replace(/\\(.)/g, "$1");
  return plain.startsWith("/") ? plain : `/${plain}`;
}

/** Whether a target holds what the server fills in: `$1`, `%1`, `%{HTTP_HOST}`, `$request_uri`. */
export function hasVariables(target: string): boolean {
  return /\$\w|\$\{|%\{|%\d(?![\dA-Fa-f])/.test(target);
}
