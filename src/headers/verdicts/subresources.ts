/** The demands of a page's Cross-Origin-Embedder-Policy on its loads (HTML section 7.1.4, Fetch section 3.7.2). */

import { type Static, Type } from "@sinclair/typebox";
import { type EmbedderPolicy, isOfSite } from "./embedding.ts";
import type { Engine } from "./response.ts";

export const Demands = Type.Object(
  {
    lines: Type.Array(Type.String(), { description: "Field lines that the loaded response must carry" }),
    orCors: Type.Optional(
      Type.Boolean({
        description: "Or it is requested with CORS (a crossorigin attribute), which it must then allow",
      }),
    ),
    withoutCredentials: Type.Optional(
      Type.Boolean({ description: "It is requested without cookies, so it needs no field" }),
    ),
  },
  {
    title: "EmbedderDemands",
    description:
      "What the page's Cross-Origin-Embedder-Policy requires of the response, whatever the CSP allows",
  },
);
export type Demands = Static<typeof Demands>;

/** Destinations that are loaded without CORS unless the page says otherwise. */
const WITHOUT_CORS: ReadonlySet<string> = new Set(["script", "style", "image", "media", "object"]);
/** Documents and workers, which need a policy of their own. */
const CONTEXTS: ReadonlySet<string> = new Set(["frame", "object", "worker"]);

/**
 * The field that the response of a load needs; undefined for none: without a policy, for loads by CORS, and
 * for URLs that no server answers. An object may be either an image or a document: a document needs all lines.
 */
export function demandsOf(
  as: string,
  url: URL | undefined,
  self: URL | undefined,
  policy: EmbedderPolicy,
  engine: Engine,
): Demands | undefined {
  if (policy === "unsafe-none" || !url || !self || !/^https?:$/.test(url.protocol)) return undefined;
  const isContext = CONTEXTS.has(as);
  const own = isContext ? [`Cross-Origin-Embedder-Policy: ${policy}`] : [];
  if (url.origin === self.origin) return isContext && as !== "object" ? { lines: own } : undefined;
  if (as === "worker" || !(isContext || WITHOUT_CORS.has(as))) return undefined;
  if (!isContext && policy === "credentialless") return { lines: [], withoutCredentials: true };
  const resource = `Cross-Origin-Resource-Policy: ${isOfSite(self, url, engine) ? "same-site" : "cross-origin"}`;
  return isContext ? { lines: [...own, resource] } : { lines: [resource], orCors: true };
}
