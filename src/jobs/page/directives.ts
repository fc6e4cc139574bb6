/** Which directive governs each kind of load, and what a policy says besides. */

import type { Audit, LoadSeen } from "./audit.ts";
import type { LoadAs } from "./reference.ts";

/** The loads of one or several pages, as they were seen. */
export type Seen = Pick<Audit, "page" | "loads" | "code">;

/** The directives that govern each kind of load. */
export const DIRECTIVES: Readonly<Record<LoadAs, string>> = {
  script: "script-src",
  style: "style-src",
  image: "img-src",
  font: "font-src",
  connect: "connect-src",
  media: "media-src",
  frame: "frame-src",
  object: "object-src",
  worker: "worker-src",
  manifest: "manifest-src",
  form: "form-action",
  base: "base-uri",
};

/** Directives of today's policy that say nothing about loads. */
export const KEPT: ReadonlySet<string> = new Set([
  "frame-ancestors",
  "report-to",
  "report-uri",
  "require-trusted-types-for",
  "trusted-types",
  "upgrade-insecure-requests",
]);

/**
 * Chromium asks frame-src too of what an object or embed element shows, and WebKit img-src where that is an image; all ask
 * frame-src of what opens in a frame.
 */
export function directivesOf({
  reference: { as, into },
  type = "",
}: Omit<LoadSeen, "urls">): readonly string[] {
  if (as !== "object") return into === undefined ? [DIRECTIVES[as]] : [DIRECTIVES[as], DIRECTIVES.frame];
  const isImage = type.startsWith("image/") && type !== "image/svg+xml";
  return [DIRECTIVES.object, DIRECTIVES.frame, ...(isImage ? [DIRECTIVES.image] : [])];
}
