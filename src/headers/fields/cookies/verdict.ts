import { oncePerObject } from "../../../platform/memoize.ts";
import type { Context, ExplainedLine } from "../../field.ts";
import type { FieldLine } from "../../message.ts";
import type { Cookie } from "../../verdicts/cookies/schema.ts";

/** Outcome of a Set-Cookie line in Chromium and in Firefox; undefined if Firefox ignores the line. */
export interface CookieVerdicts {
  readonly chromium: Cookie;
  readonly firefox: Cookie | undefined;
}

/** Verdicts of a line; undefined if the message does not have the line. */
export function cookieVerdicts(
  context: Context,
  { line }: Pick<ExplainedLine, "line">,
): CookieVerdicts | undefined {
  return byLine(context).get(line);
}

const byLine = oncePerObject(({ message, verdicts }: Context): ReadonlyMap<FieldLine, CookieVerdicts> => {
  const found = new Map<FieldLine, CookieVerdicts>();
  const firefox = new Map((verdicts.firefox.cookies ?? []).map((cookie) => [cookie.line, cookie]));
  for (const chromium of verdicts.cookies ?? []) {
    const line = message.lines[chromium.line];
    if (line) found.set(line, { chromium, firefox: firefox.get(chromium.line) });
  }
  return found;
});
