/** References of a page: the loads of its markup and style sheets. */

import type { Unchecked } from "../../../api/unchecked.ts";

/** Destination of a load, in the words of the policy verdict. */
export type LoadAs =
  | "script"
  | "style"
  | "image"
  | "font"
  | "media"
  | "frame"
  | "object"
  | "manifest"
  | "form"
  | "base"
  | "connect"
  | "worker";

export interface Place {
  /** Line of the page or of the style sheet, from 1; 0 for a field line. */
  readonly line: number;
  /** Element and attribute: `img[srcset]`, `@font-face`, `Link`. */
  readonly element: string;
}

/** Loaded only as one of several candidates, when used or visible, on some platforms, or after a user's action. */
export type Condition = "candidate" | "use" | "platform" | "action";

export interface Reference {
  readonly url: URL;
  readonly as: LoadAs;
  readonly where: Place;
  /** The style sheet or module that loads it; absent for the page itself. */
  readonly initiator?: URL;
  readonly condition?: Condition;
  /** From the crossorigin attribute, or implied by the kind of load. */
  readonly cors?: "anonymous" | "use-credentials";
  /** The mode of the request, if `cors` and `as` do not give it: `track` without crossorigin, `use` (HTML; SVG 2). */
  readonly mode?: "same-origin" | "no-cors";
  /** The destination of the request (Fetch section 2.2.5), if `as` does not give it. */
  readonly dest?: "audio" | "embed" | "json" | "track";
  readonly module?: true;
  /** `false` if a script inserted it. */
  readonly parser?: false;
  /** Name of the frame in which a link or form opens it. */
  readonly into?: string;
  readonly integrity?: string;
  readonly nonce?: string;
  /** From the element, or from the page's markup before it. */
  readonly referrerPolicy?: string;
  /** Number of `meta` policies in effect at this place. */
  readonly metas: number;
  /** Style sheets that import each other up to this one; absent for none. */
  readonly depth?: number;
}

/** Elements with policy-governed content that a script creates. */
export type Inserted = "script" | "style" | "eval";

/** Inline scripts and styles. */
export interface Inline {
  readonly as: "script" | "style";
  readonly inline: "element" | "attribute" | "javascript-url";
  readonly text: string;
  readonly nonce?: string;
  readonly where: Place;
  /** Occurrences in the page. */
  count: number;
  readonly metas: number;
  /** Sources that allow it in a policy, see `inlineSources`. */
  readonly sources: readonly [string, ...string[]];
  readonly inserts?: readonly Inserted[];
}

/** URLs of modules by specifier. */
export interface SpecifierMap {
  /** By specifier; a key that ends with a slash is a prefix. */
  readonly urls: ReadonlyMap<string, URL>;
  /** Sorted keys that end with a slash, each with the index of the longest other key that is its prefix; -1 for none. */
  readonly prefixes: readonly { readonly key: string; readonly within: number }[];
}

/** The page's import map (HTML section 8.1.6.2). */
export interface ImportMap extends SpecifierMap {
  /** Maps for importing modules below a URL prefix or at that URL, the longest first; they precede the map itself. */
  readonly scopes?: readonly { readonly prefix: string; readonly map: SpecifierMap }[];
  /** Integrity metadata of imported modules by URL. */
  readonly integrity?: ReadonlyMap<string, string>;
  /** Whether all of it was read. */
  readonly isWhole: boolean;
}

export interface PageReading {
  readonly references: readonly Reference[];
  readonly inline: readonly Inline[];
  readonly imports: ImportMap;
  /** Content-Security-Policy values of `meta` elements, in order. */
  readonly metas: readonly string[];
  readonly base: URL;
  /** No document type: browsers accept a same-origin style sheet of any media type. */
  readonly quirks: boolean;
  /** References and inline code beyond the bounds. */
  readonly omitted: number;
  readonly unchecked: readonly Unchecked[];
  /** Whether the whole markup was read. */
  readonly isWhole: boolean;
}
