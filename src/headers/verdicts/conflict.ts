/**
 * Fields whose values, where they differ, cost the whole response: Chromium ends it with
 * ERR_RESPONSE_HEADERS_MULTIPLE_LOCATION or _CONTENT_DISPOSITION, Firefox with NS_ERROR_CORRUPTED_CONTENT, over HTTP/2 as
 * well. WebKit takes such responses. Of Content-Disposition Chromium compares list members, Firefox lines.
 */

import { members } from "./members.ts";
import { type Engine, linesOf, type Response } from "./response.ts";

export type Conflict = "Content-Disposition" | "Location";

/** The field for which an engine refuses the response; undefined where it does not. */
export function checkConflict(response: Response, engine: Engine): Conflict | undefined {
  if (engine === "webkit") return undefined;
  if (differ(valuesOf(response, "location"))) return "Location";
  const dispositions =
    engine === "chromium"
      ? members(response, "content-disposition")
      : valuesOf(response, "content-disposition");
  return differ(dispositions) ? "Content-Disposition" : undefined;
}

/** Some engine refuses it for a field's values. */
export function hasConflict(response: Response): boolean {
  return (
    checkConflict(response, "chromium") !== undefined || checkConflict(response, "firefox") !== undefined
  );
}

function valuesOf(response: Response, name: string): readonly string[] {
  return linesOf(response, name).map(({ value }) => value);
}

function differ(values: readonly string[]): boolean {
  return values.some((value) => value !== values[0]);
}
