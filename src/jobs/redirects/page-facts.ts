/** Reads the canonical URL and noindex of a page. */

import { decodeHTMLAttribute } from "entities/decode";
import type { FieldLine } from "../../headers/message.ts";
import { parseLinks } from "../../syntax/link.ts";
import type { PageFacts } from "./trail.ts";

/** Reads `X-Robots-Tag`, and `Link` with `rel=canonical` (RFC 6596). */
export function factsOfHead(lines: readonly Pick<FieldLine, "name" | "value">[], url: string): PageFacts {
  const values = (wanted: string) => lines.flatMap(({ name, value }) => (name === wanted ? [value] : []));
  const robots = values("x-robots-tag").find((value) => forbidsIndexing(value, true));
  const { links } = parseLinks(values("link").join(", "));
  const target = links.find(({ rel }) => rel.includes("canonical"))?.target;
  return {
    canonical: target === undefined ? undefined : resolved(target, url),
    noindex: robots === undefined ? undefined : `X-Robots-Tag: ${robots}`,
  };
}

/** Whether a robots value forbids indexing. With `hasAgents`, a rule may name a crawler: `googlebot: noindex`. */
export function forbidsIndexing(value: string, hasAgents: boolean): boolean {
  const rules = value
    .toLowerCase()
    .split(",")
    .map((rule) => rule.trim());
  return rules.some(
    (rule) =>
      rule === "noindex" || rule === "none" || (hasAgents && /^[\w-]+:\s*(?:noindex|none)$/.test(rule)),
  );
}

/** Reads the header section and the start of the page. */
export function factsOfPage(lines: readonly FieldLine[], markup: string, url: string): PageFacts {
  let { canonical, noindex } = factsOfHead(lines, url);
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
        const name = element.getAttribute("name")?.toLowerCase();
        const content = attributeOf(element, "content");
        if ((name === "robots" || name === "googlebot") && forbidsIndexing(content, false))
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
