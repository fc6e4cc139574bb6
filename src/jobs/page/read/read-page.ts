/** Reads references, inline code and policies from the HTML of a page. Pure; yields to other tasks. */

import { eventHandlers } from "../../../../data/browsers/event-handlers.ts";
import type { Budget } from "../../../api/budget.ts";
import { PAGE } from "../../../api/limits.ts";
import { countUnchecked } from "../../../api/unchecked.ts";
import { effectivePolicy } from "../../../headers/verdicts.ts";
import { baseOf, readHtml, type Tag } from "../../../http/browser.ts";
import { encodeQuery } from "../../../syntax/query-encoding.ts";
import { ELEMENTS, type Found, PARENTS, SVG_ELEMENTS, SVG_STYLED, scanned, scriptKind } from "../elements.ts";
import { cut } from "../judge/outcome.ts";
import { inlineSources } from "./digests.ts";
import type { ImportMap, Inline, PageReading, Place, Reference } from "./reference.ts";
import { importedBy, importsIn, insertedBy, readImportMap } from "./script-text.ts";
import { type SheetUrl, sheetUrls } from "./style-sheet.ts";

/** Elements allowed in the head; the start tag of any other ends it. */
const IN_HEAD =
  /^(?:html|head|title|base|basefont|bgsound|link|meta|style|script|noscript|template|noframes)$/;

/** Self-closed XML element; HTML would read the following markup as its text. */
const EMPTY_TEXT = /<(script|style|title|textarea|iframe|noscript|xmp|noembed|noframes)((?:\s[^<>]*)?)\/>/g;

export interface ReadOptions {
  /** Whether the policies allow a base URL; default yes. */
  readonly mayBase?: (url: URL) => boolean;
  /** Name of the page's encoding, which also encodes the queries of its URLs. Default UTF-8. */
  readonly charset?: string;
  /** Whether it is XML, in which any element may be self-closed (`/>`). */
  readonly isXml?: boolean;
}

export async function readPage(
  html: string,
  url: URL,
  budget: Budget,
  { mayBase, charset = "utf-8", isXml = false }: ReadOptions = {},
): Promise<PageReading> {
  const references = new Map<string, Reference & { readonly order: number }>();
  const inline = new Map<string, Omit<Inline, "sources">>();
  /** Inline style sheets, parsed after the page. */
  const sheets: {
    readonly css: string;
    readonly base: URL;
    readonly where: Place;
    readonly order: number;
  }[] = [];
  /** Inline scripts that may import modules. Read after the page, since the import map applies to all of them. */
  const importers: {
    readonly text: string;
    readonly base: URL;
    readonly importer: Parameters<typeof importedBy>[3];
    readonly order: number;
  }[] = [];
  let importMap: { readonly text: string; readonly base: URL } | undefined;
  const unchecked = countUnchecked();
  const metas: string[] = [];
  let base = url;
  let hasBase = false;
  let referrerPolicy: string | undefined;
  let isHead = true;
  let quirks = true;
  /** `srcdoc` documents, to which the page's policy applies too. */
  const framed: { readonly html: string; readonly where: Place }[] = [];
  let framedLength = 0;
  /** Names of frames, to find links and forms that open in a frame. */
  const frames = new Set<string>();
  let omitted = 0;
  let order = 0;

  function add(reference: Omit<Reference, "metas" | "referrerPolicy">, at: number, policy?: string): void {
    const { href, protocol } = reference.url;
    if (href.length > PAGE.url && protocol !== "data:") {
      omitted++;
      return;
    }
    const key = [
      reference.as,
      href,
      reference.cors,
      reference.integrity,
      reference.nonce,
      reference.module,
      reference.initiator?.href,
      metas.length,
    ].join(" ");
    const known = references.get(key);
    if (known?.preload && !reference.preload) references.set(key, { ...known, preload: "used" });
    // A load without a condition replaces one with a condition.
    if (known && (!known.condition || reference.condition)) return;
    if (!known && (references.size >= PAGE.references || !budget.charge("kept", href.length))) {
      omitted++;
      return;
    }
    const referrer = policy ?? referrerPolicy;
    references.set(key, {
      ...reference,
      ...(reference.preload && known && !known.preload && { preload: "used" }),
      ...(referrer !== undefined && { referrerPolicy: referrer }),
      metas: metas.length,
      order: known?.order ?? at,
    });
  }

  function addFound({ from, url: text, ...found }: Found, tag: Tag, where: Place): void {
    const trimmed = text.trim();
    if (/^javascript:/i.test(trimmed)) {
      addInline({ as: "script", inline: "javascript-url", text: trimmed, where });
      return;
    }
    if (trimmed.length > PAGE.url && !/^data:/i.test(trimmed)) {
      omitted++;
      return;
    }
    const resolved =
      trimmed === "" && found.as !== "form" ? undefined : URL.parse(encodeQuery(trimmed, charset), base.href);
    if (!resolved || resolved.protocol === "about:") return;
    // A reference to a fragment of the page itself makes no request.
    if (tag.name === "use" && trimmed.startsWith("#")) return;
    resolved.hash = "";
    const policy = effectivePolicy(tag.attributes.get("referrerpolicy"), "firefox");
    add({ ...found, url: resolved, where }, order, policy);
  }

  function addInline(code: Omit<Inline, "count" | "metas" | "sources">): void {
    const key = [code.as, code.inline, code.nonce, metas.length, code.text].join("\n");
    const known = inline.get(key);
    if (known) known.count++;
    else if (inline.size < PAGE.inline && budget.charge("kept", code.text.length))
      inline.set(key, { ...code, count: 1, metas: metas.length });
    else omitted++;
  }

  function takeAttributes({ name, attributes, foreign }: Tag, placeOf: (from: string) => Place): void {
    for (const [attribute, value] of attributes) {
      if (attribute === "style") {
        const where = placeOf("style");
        addInline({ as: "style", inline: "attribute", text: value, where });
        if (/url\(/i.test(value)) sheets.push({ css: `*{${value}}`, base, where, order });
      } else if (attribute.startsWith("on") && eventHandlers.has(attribute))
        addInline({ as: "script", inline: "attribute", text: value, where: placeOf(attribute) });
      else if (attribute === "href" && (name === "a" || name === "area") && /^\s*javascript:/i.test(value))
        addInline({ as: "script", inline: "javascript-url", text: value.trim(), where: placeOf("href") });
      else if (foreign && SVG_STYLED.has(attribute) && /url\(/i.test(value))
        sheets.push({ css: `*{${attribute}:${value}}`, base, where: placeOf(attribute), order });
    }
  }

  function takeMeta(attributes: Tag["attributes"]): void {
    const content = attributes.get("content") ?? "";
    const equiv = attributes.get("http-equiv")?.toLowerCase();
    if (equiv === "content-security-policy" && isHead) {
      if (metas.length >= PAGE.metas) unchecked.add("policy", `the page has more than ${PAGE.metas}`);
      else if (content.length > PAGE.metaPolicy) unchecked.add("policy", "it is too long");
      else metas.push(content);
    }
    if (attributes.get("name")?.toLowerCase() === "referrer")
      referrerPolicy = effectivePolicy(content, "firefox") ?? referrerPolicy;
  }

  function takeBase(attributes: Tag["attributes"], where: Place): void {
    const href = attributes.get("href");
    if (href === undefined || hasBase) return;
    hasBase = true;
    const target = href.length > PAGE.url ? url : baseOf(href, url);
    if (href.length > PAGE.url) unchecked.add("base URL", "it is too long");
    add({ url: target, as: "base", where }, order);
    if (mayBase?.(target) !== false) base = target;
  }

  /** Open audio, video and picture elements, at most 100. */
  const parents: Tag[] = [];
  let hasSource = false;

  /** Returns the innermost open audio or video element, or picture once it has a source. */
  function parentOf(tag: Tag): Tag | undefined {
    const parent = parents.at(-1);
    hasSource = tag.name === "source" || (hasSource && tag.name !== "picture");
    if (PARENTS.has(tag.name) && parents.length < 100) parents.push(tag);
    return parent?.name === "picture" && !hasSource ? undefined : parent;
  }

  /** Place of the last inline script or style tag. */
  let codeAt: Place | undefined;

  function takeTag(tag: Tag, placeOf: (from: string) => Place): void {
    const { name, attributes, foreign } = tag;
    const parent = parentOf(tag);
    if (attributes.size > 0) takeAttributes(tag, placeOf);
    if (name === "meta") takeMeta(attributes);
    else if (name === "base") takeBase(attributes, placeOf("href"));
    else if (name === "style" || (name === "script" && !attributes.has("src"))) codeAt = placeOf("");
    const frame = name === "iframe" || name === "frame" ? attributes.get("name") : undefined;
    if (frame) frames.add(frame);
    const row = (foreign ? SVG_ELEMENTS : ELEMENTS).get(name);
    for (const found of row?.(attributes, parent) ?? [])
      addFound(found, tag, placeOf(name === "link" ? `rel=${attributes.get("rel") ?? ""}` : found.from));
  }

  /** Limits the sum of nested documents to the length of the page, since each may be nearly as long. */
  function takeDocument(srcdoc: string | undefined, where: Place): void {
    framedLength += srcdoc?.length ?? 0;
    if (srcdoc !== undefined && framedLength <= html.length) framed.push({ html: srcdoc, where });
  }

  function takeScript(
    attributes: Tag["attributes"],
    own: Omit<Inline, "as" | "inline" | "count" | "metas" | "sources">,
  ): void {
    const kind = scriptKind(attributes);
    if (!kind) return;
    addInline({ ...own, as: "script", inline: "element" });
    if (kind !== "other") {
      const importer = {
        ...own,
        ...(kind === "module" && { module: true as const }),
        base,
        metas: metas.length,
      };
      importers.push({ text: own.text, base, importer, order });
    } else if (attributes.get("type")?.trim().toLowerCase() === "importmap")
      importMap ??= { text: own.text, base };
  }

  async function read(markup: string, within?: Place): Promise<boolean> {
    /** Open template elements: whether the content is inert (else it is a shadow tree). */
    const templates: boolean[] = [];
    codeAt = undefined;
    parents.length = 0;
    return await readHtml(markup, {
      doctype: () => {
        if (!within) quirks = false;
      },
      ends: (name) => name === "template" || PARENTS.has(name),
      end: (name) => {
        if (name === "template") templates.pop();
        const at = parents.findLastIndex((open) => open.name === name);
        if (at >= 0) parents.length = at;
      },
      start(tag, line) {
        order++;
        const { name, attributes } = tag;
        if (name === "template")
          templates.push(!/^(?:open|closed)$/i.test(attributes.get("shadowrootmode") ?? ""));
        const placeOf = (from: string) => within ?? { line: line(), element: elementText(name, from) };
        if (templates.includes(true)) {
          for (const found of scanned(tag)) addFound(found, tag, placeOf(found.from));
          return;
        }
        if (isHead && !IN_HEAD.test(name)) isHead = false;
        // meta and base in a framed document apply only to it.
        if (within && (name === "meta" || name === "base")) return;
        takeTag(tag, placeOf);
        if (name === "iframe") takeDocument(attributes.get("srcdoc"), placeOf("srcdoc"));
      },
      text({ name, attributes }, written) {
        if (templates.includes(true) || !codeAt) return;
        const text = written.replaceAll("\0", "\ufffd");
        const nonce = attributes.get("nonce");
        const own = { text, where: codeAt, ...(nonce && { nonce }) };
        if (name === "style") {
          addInline({ ...own, as: "style", inline: "element" });
          sheets.push({ css: text, base, where: codeAt, order });
        } else if (name === "script" && !attributes.has("src")) takeScript(attributes, own);
      },
    });
  }
  async function readSheets(): Promise<void> {
    for (const sheet of sheets) {
      const read = await budget.run(sheetUrls(sheet.css));
      if (!read?.isWhole) unchecked.add("style sheet", budget.exhausted ?? MANY_URLS);
      for (const found of read?.urls ?? []) {
        const target = URL.parse(found.text, sheet.base.href);
        if (!target) continue;
        const line = sheet.where.line + found.line - 1;
        const where = { line, element: `${sheet.where.element} ${found.rule}` };
        add({ ...sheetReference(found, target), where }, sheet.order);
      }
    }
  }

  async function readImports(): Promise<ImportMap> {
    const map = importMap && (await budget.run(readImportMap(importMap.text, importMap.base)));
    if (importMap && !map?.isWhole) unchecked.add("import map", budget.exhausted ?? "it is too long");
    const imports = map ?? NO_IMPORTS;
    for (const { text, base: from, importer, order: at } of importers) {
      const read = await budget.run(importsIn(text));
      if (!read?.isWhole) unchecked.add("script", budget.exhausted ?? MANY_IMPORTS);
      for (const found of read ? importedBy(read, from, imports, importer) : []) add(found, at);
    }
    return imports;
  }

  async function readCode(): Promise<Inline[]> {
    const code: Inline[] = [];
    for (const one of inline.values()) {
      const inserts = one.as === "script" ? await budget.run(insertedBy(one.text)) : undefined;
      code.push({
        ...one,
        sources: inlineSources(one),
        ...(inserts && inserts.length > 0 && { inserts }),
      });
    }
    return code;
  }

  const isWhole = await read(isXml ? html.replace(EMPTY_TEXT, "<$1$2></$1>") : html);
  isHead = false;
  // A script without an end tag is requested, but does not run: the rest of the page is its text.
  const closed = html.lastIndexOf("</script") + 1;
  const [opened, comment] = [html.indexOf("<script", closed), html.indexOf("<!--", closed)];
  const [key, last] = [...references].at(-1) ?? [];
  if (
    key &&
    last?.as === "script" &&
    last.order === order &&
    opened >= 0 &&
    (comment < 0 || opened < comment)
  )
    references.set(key, { ...last, condition: "platform", isSpeculative: true });
  for (const one of framed) await read(one.html, one.where);

  await readSheets();
  const imports = await readImports();
  const code = await readCode();
  return {
    references: [...references.values()]
      .sort((a, b) => a.order - b.order)
      .flatMap(({ order: _, into, ...rest }) => {
        if (into !== undefined && frames.has(into)) return { ...rest, into };
        return into !== undefined && rest.as === "frame" ? [] : rest;
      }),
    inline: code,
    imports,
    metas,
    base,
    quirks,
    omitted,
    unchecked: unchecked.list(),
    isWhole,
  };
}

const NO_IMPORTS: ImportMap = { urls: new Map(), prefixes: [], isWhole: true };

export const MANY_URLS = `it has more than ${PAGE.sheetUrls.toLocaleString("en")} URLs`;
export const MANY_IMPORTS = "it is too long, or imports too much";

function elementText(name: string, from: string): string {
  return cut(from === "" ? name : `${name}[${from}]`, PAGE.elementShown);
}

/** Reference of a style sheet: fonts always use CORS; only imports are loaded unconditionally. */
export function sheetReference(
  { as, isFirst, isCors, isConditional }: Omit<SheetUrl, "text" | "rule" | "line">,
  url: URL,
): Pick<Reference, "url" | "as" | "condition" | "cors"> {
  url.hash = "";
  if (as === "style") return { url, as, ...(isConditional && { condition: "platform" }) };
  if (as === "image") return { url, as, condition: "use", ...(isCors && { cors: "anonymous" }) };
  return { url, as, condition: isFirst ? "use" : "candidate", cors: "anonymous" };
}
