/**
 * Errors in a page's markup: a parser for the HTML that our templates write, stricter than that of browsers.
 */

import { favicon, script } from "../../src/web/assets/assets.ts";

const VOID: ReadonlySet<string> = new Set(["meta", "link", "input", "img", "br", "col"]);
const FORBIDDEN: ReadonlySet<string> = new Set([
  "script",
  "style",
  "iframe",
  "object",
  "embed",
  "base",
  "img",
  "template",
]);
/** Block elements, whose start tag would end an open paragraph. */
const BLOCKS: ReadonlySet<string> = new Set(
  "p ul ol table details section div form h1 h2 h3 figure pre main header footer nav".split(" "),
);
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-zA-Z-]+(?:="[^"<>]*")?)*)\s*(\/?)>/y;
const ENTITY = /&(?:amp|lt|gt|quot|#39|#10);/y;

interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly inside: readonly string[];
}

interface Parsed {
  readonly elements: readonly Element[];
  readonly faults: string[];
}

function parse(page: string): Parsed {
  const elements: Element[] = [];
  const faults: string[] = [];
  const open: string[] = [];
  const fault = (text: string, at: number) => faults.push(`${text} at ${page.slice(at, at + 60)}`);
  for (let at = page.startsWith("<!DOCTYPE html>") ? 15 : 0; at < page.length; at++) {
    const char = page[at];
    if (char === "&" && !matchAt(ENTITY, page, at)) fault("a bare ampersand", at);
    if (char === ">") fault("a bare >", at);
    if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(char ?? "")) fault("a control character", at);
    if (char !== "<") continue;
    const tag = matchAt(TAG, page, at);
    if (!tag) {
      fault("a bare <", at);
      continue;
    }
    readTag(tag, at);
    at += tag[0].length - 1;
  }
  if (open.length > 0) faults.push(`never closed: ${open.join(" ")}`);
  return { elements, faults };

  function readTag([, closing, name = "", rest = "", selfClosed]: RegExpExecArray, at: number): void {
    if (closing) {
      if (open.pop() !== name) fault(`</${name}> closes another element`, at);
      return;
    }
    for (const [is, text] of misplaced(name, open)) if (is) fault(text, at);
    elements.push({ name, attributes: attributesOf(rest, (text) => fault(text, at)), inside: [...open] });
    if (!selfClosed && !VOID.has(name)) open.push(name);
  }
}

function misplaced(name: string, open: readonly string[]): readonly (readonly [is: boolean, text: string])[] {
  return [
    [BLOCKS.has(name) && open.includes("p"), `<${name}> in a paragraph`],
    [name === "a" && open.includes("a"), "a link in a link"],
  ];
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function attributesOf(text: string, fault: (text: string) => void): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", value = ""] of text.matchAll(/([a-zA-Z-]+)(?:="([^"]*)")?/g)) {
    if (attributes.has(name)) fault(`${name} appears twice`);
    attributes.set(name, value);
  }
  return attributes;
}

/** All errors of a page, or with `fragment` of a part of a page. */
export function faultsOf(page: string, fragment = false): string[] {
  const { elements, faults } = parse(page);
  const ids = elements.flatMap(({ attributes }) => attributes.get("id") ?? []);
  const known = new Set(ids);
  if (known.size !== ids.length)
    faults.push(`repeated ids: ${ids.filter((id, index) => ids.indexOf(id) < index)}`);
  const labelled = new Set(elements.flatMap(({ attributes }) => attributes.get("for") ?? []));
  const titles = elements.filter(({ name }) => name === "h1").length;
  if (page.startsWith("<!DOCTYPE html>") && titles !== 1) faults.push(`${titles} main headings`);
  for (const element of elements) faults.push(...elementFaults(element, known, labelled, fragment));
  return faults;
}

/** URLs of the only script and the only picture that pages may load. */
const OURS: ReadonlyMap<string, string> = new Map([
  ["script", script.href],
  ["img", favicon.href],
]);

function isForbidden(name: string, attributes: Element["attributes"]): boolean {
  const isOurs = OURS.has(name) && attributes.get("src") === OURS.get(name);
  const isShadow = name === "template" && attributes.get("shadowrootmode") === "open";
  return FORBIDDEN.has(name) && !isOurs && !isShadow;
}

function elementFaults(
  { name, attributes, inside }: Element,
  ids: ReadonlySet<string>,
  labelled: ReadonlySet<string>,
  fragment: boolean,
): string[] {
  const faults: string[] = [];
  if (isForbidden(name, attributes)) faults.push(`<${name}>`);
  for (const [attribute, value] of attributes) {
    if (attribute === "style" || attribute.startsWith("on")) faults.push(`${attribute} on <${name}>`);
    const refers = ["for", "aria-labelledby", "aria-describedby"].includes(attribute);
    if (refers && !ids.has(value)) faults.push(`${attribute}="${value}" leads nowhere`);
    if (attribute === "href" || attribute === "action" || attribute === "src") {
      const isFile = attributes.has("download") && /^data:(?:text\/csv;|image\/svg\+xml,)/.test(value);
      if (!isFile && !/^(?:\/(?!\/)|#|https?:\/\/)/.test(value)) faults.push(`${attribute}="${value}"`);
      if (value.startsWith("#") && !fragment && !ids.has(value.slice(1)))
        faults.push(`${value} leads nowhere`);
    }
  }
  const control = name === "input" || name === "select" || name === "textarea";
  const named =
    inside.includes("label") || attributes.has("aria-label") || labelled.has(attributes.get("id") ?? "");
  if (control && !named) faults.push(`<${name}> without a label`);
  return faults;
}

/** Text of a page without tags. */
export function textOf(page: string): string {
  return page
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
