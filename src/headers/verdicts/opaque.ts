/** Opaque Response Blocking, as far as the fields decide: what Chromium keeps from elements of other origins' pages. */

import { opaqueTypes } from "../../../data/browsers/opaque-types.ts";
import { declaredType, isNosniff } from "./content.ts";
import type { Engine, Response } from "./response.ts";

/** Types that are looked into, and taken at their word with nosniff: HTML, JSON, XML, and plain text. */
const LOOKED_INTO =
  /^(?:text\/(?:html|json|xml|plain)|application\/(?:json|xml)|[^/]+\/[^/]+\+(?:json|xml))$/;

/** Whether a script, image or media element of another origin gets nothing of it without CORS. */
export function isOpaqueBlocked(response: Response, engine: Engine): boolean {
  if (engine !== "chromium") return false;
  const type = declaredType(response);
  if (type === "image/svg+xml") return false;
  return opaqueTypes.has(type) || (LOOKED_INTO.test(type) && isNosniff(response));
}
