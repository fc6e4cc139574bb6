/** References of a page: the loads that its markup and style sheets name. */

import type { Unchecked } from "../../../api/unchecked.ts";

/** The destination of a load; the words of the policy verdict. */
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

/** Where a reference stands. */
export interface Place {
  /** Line of the page or of the style sheet, from 1; 0 for a field line. */
  readonly line: number;
  /** Such as `img[srcset]`, `@font-face` or `Link`. */
  readonly element: string;
}

/**
 * Why not every visitor loads it: one of several candidates; only where it is used or comes into view; only on some
 * platforms; only when somebody acts.
 */
export type Condition = "candidate" | "use" | "platform" | "action";

export interface Reference {
  readonly url: URL;
  readonly as: LoadAs;
  readonly where: Place;
  /** The style sheet or module that asks for it; absent for the page itself. */
  readonly initiator?: URL;
  readonly condition?: Condition;
  /** The element's crossorigin attribute, or what the kind of load implies. */
  readonly cors?: "anonymous" | "use-credentials";
  /** The mode of the request, if `cors` and `as` do not give it: `track` without crossorigin, `use` (HTML; SVG 2). */
  readonly mode?: "same-origin" | "no-cors";
  /** The destination of the request (Fetch section 2.2.5), if `as` does not give it. */
  readonly dest?: "audio" | "embed" | "json" | "track";
  readonly module?: true;
  /** `false` for what a script has inserted. */
  readonly parser?: false;
  /** The frame in which a link or form opens it. */
  readonly into?: string;
  readonly integrity?: string;
  readonly nonce?: string;
  /** Of the element, else of the page's markup at that place. */
  readonly referrerPolicy?: string;
  /** How many policies of `meta` elements hold there. */
  readonly metas: number;
  /** Style sheets that import each other up to this one; absent for none. */
  readonly depth?: number;
}

/** Elements that a script makes whose content a policy governs. */
export type Inserted = "script" | "style";

/** Code and styles in the page itself. */
export interface Inline {
  readonly as: "script" | "style";
  readonly inline: "element" | "attribute" | "javascript-url";
  readonly text: string;
  readonly nonce?: string;
  readonly where: Place;
  /** Times that it stands in the page. */
  count: number;
  readonly metas: number;
  /** Sources by which a policy lets it in, as `inlineSources` has them. */
  readonly sources: readonly [string, ...string[]];
  /** Elements that it makes, by its text. */
  readonly inserts?: readonly Inserted[];
}

/** The page's import map (HTML section 8.1.6.2). */
export interface ImportMap {
  /** By specifier, or for a key that ends with a slash by the beginning of one. */
  readonly urls: ReadonlyMap<string, URL>;
  /** Maps for modules below a URL prefix, or at that URL; they precede the map itself. The longest prefix comes first. */
  readonly scopes?: readonly { readonly prefix: string; readonly map: ImportMap }[];
  /** Keys that end with a slash, sorted, each with the index of the longest key that it begins with. */
  readonly prefixes: readonly { readonly key: string; readonly within: number }[];
  /** Whether all of it was read. */
  readonly isWhole: boolean;
}

export interface PageReading {
  readonly references: readonly Reference[];
  readonly inline: readonly Inline[];
  readonly imports: ImportMap;
  /** Policies that `meta` elements add as Content-Security-Policy, in order. */
  readonly metas: readonly string[];
  /** The base URL of references. */
  readonly base: URL;
  /** Without a document type browsers take a style sheet of the same origin whatever its type. */
  readonly quirks: boolean;
  /** References and inline code beyond what is kept. */
  readonly omitted: number;
  /** Parts that were not read to their end. */
  readonly unchecked: readonly Unchecked[];
  /** Whether the markup was read to its end. */
  readonly isWhole: boolean;
}
