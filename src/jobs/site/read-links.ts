/** Reads links, loads from other sites, canonical URLs, noindex, titles and ids from an HTML page. Pure. */

import { decodeHTML } from "entities/decode";
import type { FieldLine } from "../../headers/message.ts";
import { siteOf } from "../../headers/verdicts.ts";
import { baseOf, charsetOf, declaredCharset, decoderFor, readHtml, type Tag } from "../../http/browser.ts";
import { encodeQuery } from "../../syntax/query-encoding.ts";
import { ELEMENTS, SVG_ELEMENTS } from "../page/elements.ts";
import { ENGINES, factsOfHead, forbidsIndexing } from "../redirects/page-facts.ts";

/** Maximum number of distinct links of a page. @internal for tests: its edges are tested */
export const MOST_LINKS = 5000;

/** Maximum number of characters of ids that are kept of a page, and of a title or a heading. */
const MOST_IDS = 65_536;
const LONGEST_TEXT = 300;
/** Longest invalid link that is shown. */
const LONGEST_SHOWN = 200;

interface Link {
  readonly url: string;
  /** Number of the line in the page, from 1. */
  readonly line: number;
}

/** Resource of another site, or loaded over http on an https page; `form` for a form's target. */
interface Load extends Link {
  /** Kind of the load: `script`, `image`. */
  readonly as: string;
}

export interface PageLinks {
  /** Links to distinct URLs without fragments, each at its first place. */
  readonly links: readonly Link[];
  /** Links to distinct fragments, except those that scripts read. */
  readonly fragments: readonly (Link & { readonly fragment: string })[];
  /** Versions in other languages: `link rel=alternate hreflang`. */
  readonly alternates: readonly (Link & { readonly lang: string })[];
  readonly canonical?: string | undefined;
  /** The noindex directive as written. */
  readonly noindex?: string | undefined;
  /** Loads from other sites, one per host and kind. */
  readonly foreign: readonly Load[];
  readonly mixed: readonly Load[];
  /** Invalid links, and lists of several canonical URLs. */
  readonly flaws: readonly { readonly kind: string; readonly text: string; readonly line: number }[];
  /** Texts with single spaces; absent if the page has none. */
  readonly title?: string | undefined;
  readonly h1?: string | undefined;
  readonly description?: string | undefined;
  /** Ids and names of anchors, one per line; undefined if not all were read. */
  readonly ids: string | undefined;
  readonly hash: string;
}

/** @param engines crawlers whose `noindex` counts; default those of `ENGINES` */
export async function readLinks(
  bytes: Uint8Array,
  lines: readonly FieldLine[],
  url: URL,
  engines?: readonly string[],
): Promise<PageLinks> {
  const label = await charsetOf(bytes, declaredCharset(lines));
  return await linksOf(decoderFor(label).decode(bytes), lines, url, label, engines);
}

/** @internal for tests, which pass text */
export async function linksOf(
  html: string,
  lines: readonly FieldLine[],
  url: URL,
  label = "utf-8",
  engines: readonly string[] = ENGINES,
): Promise<PageLinks> {
  const links = new Map<string, Link>();
  const fragments = new Map<string, PageLinks["fragments"][number]>();
  const alternates: PageLinks["alternates"][number][] = [];
  const foreign = new Map<string, Load>();
  const mixed = new Map<string, Load>();
  const flaws: PageLinks["flaws"][number][] = [];
  const ids = new Set<string>();
  let idLength = 0;
  let [title, h1, description]: (string | undefined)[] = [];
  let isFirstHeading = false;
  let { canonical, noindex } = factsOfHead(lines, url.href, engines);
  const canonicals = new Set(canonical === undefined ? [] : [canonical]);
  let base: URL | undefined;
  const parsed = (text: string): URL | null => URL.parse(encodeQuery(text.trim(), label), (base ?? url).href);
  const resolved = (text: string | undefined): URL | undefined => {
    const target = text === undefined ? null : parsed(text);
    if (!target || !/^https?:$/.test(target.protocol)) return undefined;
    target.hash = "";
    return target;
  };

  function takeSelf({ name, attributes }: Tag, line: () => number): void {
    const content = attributes.get("content") ?? "";
    const of = attributes.get("name")?.toLowerCase() ?? "";
    if (name === "base")
      base ??= attributes.has("href") ? baseOf(attributes.get("href") ?? "", url) : undefined;
    else if (name === "link") takeRelation(attributes, line);
    else if (name === "meta" && of === "description") description ??= content;
    else if (name === "meta" && (of === "robots" || engines.includes(of)) && forbidsIndexing(content))
      noindex ??= `meta ${of}: ${content}`;
  }

  function takeRelation(attributes: Tag["attributes"], line: () => number): void {
    const rel = attributes.get("rel")?.toLowerCase().split(/\s/) ?? [];
    const lang = attributes.get("hreflang");
    const target = resolved(attributes.get("href"))?.href;
    if (target === undefined) return;
    if (rel.includes("canonical")) {
      canonical ??= target;
      canonicals.add(target);
    }
    if (rel.includes("alternate") && lang && alternates.length < MOST_LINKS)
      alternates.push({ url: target, lang, line: line() });
  }

  function takeLink({ attributes }: Tag, line: () => number): void {
    const href = attributes.get("href");
    const target = href === undefined ? undefined : parsed(href);
    if (href !== undefined && !target && flaws.length < MOST_LINKS)
      flaws.push({ kind: "link", text: href.slice(0, LONGEST_SHOWN), line: line() });
    if (!target || !/^https?:$/.test(target.protocol)) return;
    const fragment = target.hash.slice(1);
    target.hash = "";
    const { href: to } = target;
    if (!links.has(to) && links.size < MOST_LINKS) links.set(to, { url: to, line: line() });
    // Scripts read routes such as #/path and #!path; browsers read #top and text directives.
    if (/^$|^[/!]|^top$|:~:/i.test(fragment) || fragments.size >= MOST_LINKS) return;
    if (!fragments.has(`${to}#${fragment}`))
      fragments.set(`${to}#${fragment}`, { url: to, fragment, line: line() });
  }

  function takeLoads({ name, attributes, foreign: isForeign }: Tag, line: () => number): void {
    const rows = (isForeign ? SVG_ELEMENTS : ELEMENTS).get(name)?.(attributes) ?? [];
    for (const { url: text, as } of rows) {
      const target = as === "base" ? undefined : resolved(text);
      if (!target) continue;
      const load = () => ({ url: target.href, as, line: line() });
      const isMixed = url.protocol === "https:" && target.protocol === "http:";
      if (isMixed && mixed.size < MOST_LINKS && !mixed.has(target.href)) mixed.set(target.href, load());
      const isOther = as !== "form" && siteOf(target.hostname) !== siteOf(url.hostname);
      const key = `${target.host} ${as}`;
      if (isOther && foreign.size < MOST_LINKS && !foreign.has(key)) foreign.set(key, load());
    }
  }

  function takeIds({ name, attributes }: Tag): void {
    for (const id of [attributes.get("id"), name === "a" ? attributes.get("name") : undefined]) {
      if (!id || ids.has(id)) continue;
      idLength += id.length + 1;
      if (idLength <= MOST_IDS) ids.add(id);
    }
  }

  /** Open templates: whether the content is inert, as it is except in a shadow tree. */
  const templates: boolean[] = [];
  const unscripted: { readonly text: string; readonly line: number }[] = [];
  let lineOfText = 1;
  const isWhole = await readHtml(html, {
    ends: (name) => name === "template" || name === "h1",
    end(name) {
      if (name === "template") templates.pop();
      else isFirstHeading = false;
    },
    start(tag, line) {
      const { name, attributes } = tag;
      if (name === "template")
        templates.push(!/^(?:open|closed)$/i.test(attributes.get("shadowrootmode") ?? ""));
      if (templates.includes(true)) return;
      takeIds(tag);
      takeSelf(tag, line);
      if (name === "noscript") lineOfText = line();
      if (name === "h1") {
        isFirstHeading = h1 === undefined;
        h1 ??= "";
      }
      // The text of an image in the heading.
      if (name === "img" && isFirstHeading) h1 += attributes.get("alt") ?? "";
      if (name === "a" || name === "area") takeLink(tag, line);
      else takeLoads(tag, line);
    },
    text({ name, foreign: isForeign }, text) {
      if (templates.includes(true)) return;
      if (name === "title" && !isForeign) title ??= decodeHTML(text.slice(0, MOST_IDS));
      // Crawlers that run no scripts follow these links.
      if (name === "noscript") unscripted.push({ text, line: lineOfText });
    },
    heading(text) {
      if (isFirstHeading && h1 !== undefined && h1.length < MOST_IDS) h1 += text;
    },
  });
  for (const { text, line: first } of unscripted)
    await readHtml(text, {
      start(tag, line) {
        if (tag.name === "a" || tag.name === "area") takeLink(tag, () => first + line() - 1);
      },
    });
  if (canonicals.size > 1) flaws.push({ kind: "canonical", text: [...canonicals].join(" and "), line: 1 });
  return {
    links: [...links.values()],
    fragments: [...fragments.values()],
    alternates,
    canonical: canonical === undefined ? undefined : URL.parse(canonical)?.href,
    noindex,
    foreign: [...foreign.values()],
    mixed: [...mixed.values()],
    flaws,
    title: shortened(title),
    h1: shortened(h1 && decodeHTML(h1)),
    description: shortened(description),
    ids: isWhole && idLength <= MOST_IDS ? [...ids].join("\n") : undefined,
    hash: Bun.hash(html).toString(36),
  };
}

/** The text with single spaces; undefined if it is empty. */
const shortened = (text: string | undefined): string | undefined =>
  text?.replace(/\s+/g, " ").trim().slice(0, LONGEST_TEXT) || undefined;
