/** References of a page: the loads of its markup and style sheets. */

import type { LoadAs } from "../../../../data/browsers/page-loads.ts";
import type { Unchecked } from "../../../api/unchecked.ts";

export type { LoadAs };

export interface Place {
  /** Line of the page or of the style sheet, from 1; 0 for a field line. */
  readonly line: number;
  /** Element and attribute: `img[srcset]`, `@font-face`, `Link`. */
  readonly element: string;
}

/** Loaded as one of several candidates, when used or visible, on some platforms, or after a user's action. */
export type Condition = "candidate" | "use" | "platform" | "action";

export interface Reference {
  readonly url: URL;
  readonly as: LoadAs;
  readonly where: Place;
  /** The style sheet or module that loads it; absent for the page itself. */
  readonly initiator?: URL;
  readonly condition?: Condition;
  /** CORS mode, from the crossorigin attribute or the kind of load. */
  readonly cors?: "anonymous" | "use-credentials";
  /** Mode of the request, if `cors` and `as` do not imply it: `track` without crossorigin, `use` (SVG 2). */
  readonly mode?: "same-origin" | "no-cors";
  /** Destination of the request (Fetch section 2.2.5), if `as` does not imply it. */
  readonly dest?: "audio" | "embed" | "json" | "track";
  readonly module?: true;
  /** `false` if a script inserted the element. */
  readonly parser?: false;
  /** Name of the frame in which a link or form opens the URL. */
  readonly into?: string;
  /** Set for a preload: whether another reference of the markup makes the same request. */
  readonly preload?: "used" | "unused";
  /** Policy that the frame must accept: the csp attribute. */
  readonly csp?: string;
  /** Whether only a preload scanner or an idle browser requests it. */
  readonly isSpeculative?: true;
  readonly integrity?: string;
  readonly nonce?: string;
  /** Referrer policy of the element, or of the page up to this element. */
  readonly referrerPolicy?: string;
  /** Number of `meta` policies before this element, which apply to it. */
  readonly metas: number;
  /** Number of style sheets in the chain of imports up to this one; absent if it is not imported. */
  readonly depth?: number;
}

/** Kinds of elements and code that a script creates and a policy governs. */
export type Inserted = "script" | "style" | "eval";

/** Inline scripts and styles. */
export interface Inline {
  readonly as: "script" | "style";
  readonly inline: "element" | "attribute" | "javascript-url";
  readonly text: string;
  /** Whether `text` is only the beginning of the code. */
  readonly isCut?: true;
  /** The script or page that inserted the code, if only a browser found it. */
  readonly initiator?: URL;
  readonly nonce?: string;
  readonly where: Place;
  /** Number of occurrences in the page. */
  count: number;
  readonly metas: number;
  /** Policy sources that allow the code, see `inlineSources`. */
  readonly sources: readonly [string, ...string[]];
  readonly inserts?: readonly Inserted[];
}

/** URLs of modules by specifier. */
export interface SpecifierMap {
  /** URLs by specifier; a specifier that ends with a slash is a prefix. */
  readonly urls: ReadonlyMap<string, URL>;
  /** Prefixes, sorted. `within`: index of the longest other prefix of the key, or -1. */
  readonly prefixes: readonly { readonly key: string; readonly within: number }[];
}

/** The page's import map (HTML section 8.1.6.2). */
export interface ImportMap extends SpecifierMap {
  /** Maps for modules at a URL or below a URL prefix, the longest first. They precede the map itself. */
  readonly scopes?: readonly { readonly prefix: string; readonly map: SpecifierMap }[];
  /** Integrity metadata of imported modules by URL. */
  readonly integrity?: ReadonlyMap<string, string>;
  /** Whether the whole import map was read. */
  readonly isWhole: boolean;
}

export interface PageReading {
  readonly references: readonly Reference[];
  readonly inline: readonly Inline[];
  readonly imports: ImportMap;
  /** Content-Security-Policy values of `meta` elements, in order. */
  readonly metas: readonly string[];
  readonly base: URL;
  /** Whether the document type is missing: browsers then accept same-origin style sheets of any media type. */
  readonly quirks: boolean;
  /** Number of references and pieces of inline code beyond the limits. */
  readonly omitted: number;
  readonly unchecked: readonly Unchecked[];
  /** Whether the whole markup was read. */
  readonly isWhole: boolean;
}
