/** Reads the canonical URL and noindex of a page. */

import { decodeHTMLAttribute } from "entities/decode";
import type { FieldLine } from "../../headers/message.ts";
import { parseLinks } from "../../syntax/link.ts";
import type { PageFacts } from "./trail.ts";

/** Crawlers of the search engines that most sites want to be found by. */
export const ENGINES = ["googlebot", "bingbot"] as const;

/** Reads `X-Robots-Tag`, and `Link` with `rel=canonical` (RFC 6596). */
export function factsOfHead(
  lines: readonly Pick<FieldLine, "name" | "value">[],
  url: string,
  engines: readonly string[] = ENGINES,
): PageFacts {
  const values = (wanted: string) => lines.flatMap(({ name, value }) => (name === wanted ? [value] : []));
  const robots = values("x-robots-tag").find((value) => forbidsIndexing(value, engines));
  const { links } = parseLinks(values("link").join(", "));
  const target = links.find(({ rel }) => rel.includes("canonical"))?.target;
  return {
    canonical: target === undefined ? undefined : resolved(target, url),
    noindex: robots === undefined ? undefined : `X-Robots-Tag: ${robots}`,
  };
}

const RULE_WITH_VALUE = /^(?:unavailable_after|max-(?:snippet|image-preview|video-preview))$/;

/**
 * Whether a robots value forbids indexing. With `engines`, a crawler's name applies to the rules after it, and
 * only these crawlers count: `googlebot: noindex`.
 */
export function forbidsIndexing(value: string, engines?: readonly string[]): boolean {
  let isMeant = true;
  return value
    .toLowerCase()
    .split(",")
    .some((part) => {
      const [name = "", ...rest] = part.split(":").map((text) => text.trim());
      const isNamed = engines && rest.length > 0 && /^[\w-]+$/.test(name) && !RULE_WITH_VALUE.test(name);
      if (isNamed) isMeant = engines.includes(name);
      return isMeant && /^(?:noindex|none)$/.test(isNamed ? (rest[0] ?? "") : part.trim());
    });
}

/** Reads the header section, and the start of the page if it was read. */
export function factsOfPage(lines: readonly FieldLine[], markup: string | undefined, url: string): PageFacts {
  let { canonical, noindex } = factsOfHead(lines, url);
  if (markup === undefined) return { canonical, noindex };
  let base = url;
  new HTMLRewriter()
    .on("base[href]", {
      element: (element) => {
        base = resolved(attributeOf(element, "href"), url) ?? base;
      },
    })
    .on("link[rel][href]", {
      element(element) {
        const rel = (element.getAttribute("rel") ?? "").toLowerCase().split(/\s+/);
        if (rel.includes("canonical")) canonical ??= resolved(attributeOf(element, "href"), base);
      },
    })
    .on("meta[name][content]", {
      element(element) {
        const name = (element.getAttribute("name") ?? "").toLowerCase();
        const content = attributeOf(element, "content");
        if (["robots", ...ENGINES].includes(name) && forbidsIndexing(content))
          noindex ??= `meta ${name}: ${content}`;
      },
    })
    .transform(markup);
  return { canonical, noindex };
}

/** HTMLRewriter does not decode character references in attributes. */
function attributeOf(element: HTMLRewriterTypes.Element, name: string): string {
  return decodeHTMLAttribute(element.getAttribute(name) ?? "");
}

function resolved(reference: string, base: string): string | undefined {
  return URL.parse(reference.trim(), base)?.href;
}
