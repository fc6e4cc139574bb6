/** Reads links, loads from other sites, canonical URL and noindex from an HTML page. Pure. */

import type { FieldLine } from "../../headers/message.ts";
import { siteOf } from "../../headers/verdicts.ts";
import { baseOf, charsetOf, declaredCharset, decoderFor, readHtml, type Tag } from "../../http/browser.ts";
import { encodeQuery } from "../../syntax/query-encoding.ts";
import { ELEMENTS, SVG_ELEMENTS } from "../page/elements.ts";
import { factsOfHead, forbidsIndexing } from "../redirects/page-facts.ts";

/** Maximum number of distinct links of a page. @internal for tests: its edges are tested */
export const MOST_LINKS = 5000;

interface Link {
  readonly url: string;
  /** Number of the line in the page, from 1. */
  readonly line: number;
}

/** Resource of another site, or loaded over http on an https page. */
interface Load extends Link {
  /** Kind of the load: `script`, `image`. */
  readonly as: string;
}

export interface PageLinks {
  /** Links to distinct URLs without fragments, each at its first place. */
  readonly links: readonly Link[];
  readonly canonical?: string | undefined;
  /** The noindex directive as written. */
  readonly noindex?: string | undefined;
  /** Loads from other sites, one per host and kind. */
  readonly foreign: readonly Load[];
  readonly mixed: readonly Load[];
}

export async function readLinks(
  bytes: Uint8Array,
  lines: readonly FieldLine[],
  url: URL,
): Promise<PageLinks> {
  const label = await charsetOf(bytes, declaredCharset(lines));
  return await linksOf(decoderFor(label).decode(bytes), lines, url, label);
}

/** @internal for tests, which pass text */
export async function linksOf(
  html: string,
  lines: readonly FieldLine[],
  url: URL,
  label = "utf-8",
): Promise<PageLinks> {
  const links = new Map<string, Link>();
  const foreign = new Map<string, Load>();
  const mixed = new Map<string, Load>();
  let { canonical, noindex } = factsOfHead(lines, url.href);
  let base: URL | undefined;
  const resolved = (text: string | undefined): URL | undefined => {
    const target =
      text === undefined ? undefined : URL.parse(encodeQuery(text.trim(), label), (base ?? url).href);
    if (!target || !/^https?:$/.test(target.protocol)) return undefined;
    target.hash = "";
    return target;
  };

  function takeSelf({ name, attributes }: Tag): void {
    const content = attributes.get("content") ?? "";
    const of = attributes.get("name")?.toLowerCase();
    if (name === "base")
      base ??= attributes.has("href") ? baseOf(attributes.get("href") ?? "", url) : undefined;
    else if (name === "link" && /(?:^|\s)canonical(?:\s|$)/i.test(attributes.get("rel") ?? ""))
      canonical ??= resolved(attributes.get("href"))?.href;
    else if (name === "meta" && (of === "robots" || of === "googlebot") && forbidsIndexing(content, false))
      noindex ??= `meta ${of}: ${content}`;
  }

  function takeLoads({ name, attributes, foreign: isForeign }: Tag, line: () => number): void {
    const rows = (isForeign ? SVG_ELEMENTS : ELEMENTS).get(name)?.(attributes) ?? [];
    for (const { url: text, as } of rows) {
      const target = as === "base" || as === "form" ? undefined : resolved(text);
      if (!target) continue;
      const load = () => ({ url: target.href, as, line: line() });
      const isMixed = url.protocol === "https:" && target.protocol === "http:";
      if (isMixed && mixed.size < MOST_LINKS && !mixed.has(target.href)) mixed.set(target.href, load());
      const key = `${target.host} ${as}`;
      if (foreign.size < MOST_LINKS && !foreign.has(key) && siteOf(target.hostname) !== siteOf(url.hostname))
        foreign.set(key, load());
    }
  }

  await readHtml(html, {
    start(tag, line) {
      const { name, attributes } = tag;
      takeSelf(tag);
      if ((name === "a" || name === "area") && links.size < MOST_LINKS) {
        const target = resolved(attributes.get("href"));
        if (target && !links.has(target.href)) links.set(target.href, { url: target.href, line: line() });
      } else takeLoads(tag, line);
    },
  });
  return {
    links: [...links.values()],
    canonical: canonical === undefined ? undefined : URL.parse(canonical)?.href,
    noindex,
    foreign: [...foreign.values()],
    mixed: [...mixed.values()],
  };
}
