/** References of a page: the loads that its markup and style sheets name. */

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
}

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
}

/** Specifiers → URLs, of the page's import map (HTML section 8.1.6.2); a key that ends with a slash stands for what begins so. */
export type ImportMap = ReadonlyMap<string, URL>;

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
  /** Whether it was read to its end. */
  readonly isWhole: boolean;
}
