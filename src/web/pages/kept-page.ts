/** Pages that change only with the release: rendered once and revalidated by ETag. */

import { Answer, type Content, contentOf, DEFAULT_FIELDS, respond } from "../../api/answer.ts";
import { isNotModified } from "../../api/http-validators.ts";
import type { Site } from "../../api/site.ts";
import { type Page, renderPage } from "../page.ts";
import { PAGE_FIELDS } from "../response.ts";

const FIELDS = { ...PAGE_FIELDS, "cache-control": "public, max-age=3600" };

interface Kept {
  readonly content: Content;
  /** Opaque tag (RFC 9110 section 8.8.3), sent as weak because compressed bytes differ. */
  readonly etag: string;
}

const kept = new WeakMap<Site, Map<string, Kept>>();

/** @param name cache key, with few values @param vary set if the same URL also serves JSON */
export function keptPage(request: Request, site: Site, name: string, make: () => Page, vary = ""): Response {
  const pages = kept.get(site) ?? new Map<string, Kept>();
  kept.set(site, pages);
  const page = pages.get(name) ?? keep(renderPage(make(), site));
  pages.set(name, page);
  const fields = { ...FIELDS, etag: `W/${page.etag}`, vary };
  if (!isNotModified(request, page)) return respond(request, page.content, fields);
  const encoded = vary === "" ? "Accept-Encoding" : `${vary}, Accept-Encoding`;
  return new Answer(null, { status: 304, headers: { ...DEFAULT_FIELDS, ...fields, vary: encoded } });
}

function keep(text: string): Kept {
  return { content: contentOf(Buffer.from(text)), etag: `"${Bun.hash(text).toString(36)}"` };
}
