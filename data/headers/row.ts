/**
 * A row of the header catalogue. Rows are plain facts in our own words, two lines each in the tables of
 * `standard/` and `products/`: the name and its attributes separated by ` | `, then the description,
 * indented.
 *
 *     Akamai-GRN | response | identifier | by Akamai | documented | https://…
 *       Identifies the request at Akamai.
 *
 * Attributes are words of the lists below in any order, `by NAME` (or `perhaps NAME`), `instead NAME`, links,
 * and `from TEXT` for a source that is not a page.
 *
 * Lines below the description, indented by four spaces, give the notation of the values, if they have parts
 * or special words: `src/headers/fields/products/value-rows.ts` lists the forms.
 *
 *     X-Amz-Cf-Pop | response | identifier | by Amazon Web Services | documented | https://…
 *       Names the CloudFront edge that answered.
 *         form ([A-Z]{3})\d{1,4}-[A-Z]\d{1,3}
 *         place airport: CloudFront
 */

/** Type of a field value; the `type` of a header object in the API. */
export const HEADER_TYPES = [
  "string",
  "token",
  "integer",
  "date",
  "delta-seconds",
  "url",
  "list",
  "parameters",
  "cookie",
  "policy",
  "product",
  "challenge",
  "media-type",
  "json",
  "sf-item",
  "sf-list",
  "sf-dictionary",
  "identifier",
] as const;
export type HeaderType = (typeof HEADER_TYPES)[number];

/** Messages with the field. */
export const DIRECTIONS = ["response", "request", "both"] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Status of a field name. The first five are the terms of the IANA registry and MDN; `vendor` is a private name. */
export const STATUSES = [
  "permanent",
  "provisional",
  "deprecated",
  "obsolete",
  "experimental",
  "vendor",
] as const;
export type FieldStatus = (typeof STATUSES)[number];

/**
 * Evidence for a row: the sender's own pages or source code, observed responses, or inferred from the name.
 * Registered names are documented by their specification.
 */
export const SURENESS = ["documented", "observed", "inferred"] as const;
export type Sureness = (typeof SURENESS)[number];

/** Lines with the notation of a field's values; parsed when the first value is read. */
export interface ValueRows {
  /** Number of the first line in its file, from 1. */
  readonly number: number;
  readonly lines: readonly string[];
}

export interface CatalogueRow {
  /** Field name in its registered or customary case; for a family, the start of its names. */
  readonly name: string;
  /** One to three plain sentences, at most 300 characters: purpose, sender, what to check. */
  readonly description: string;
  readonly direction: Direction;
  readonly type?: HeaderType;
  /** Default: the registry's status, or else `vendor`. */
  readonly status?: FieldStatus;
  /** For private names: the product or company that sends it. */
  readonly sender?: string;
  /** The name is a common word: the sender is reported only if the message has another sign of it. */
  readonly perhaps?: true;
  /** For deprecated and obsolete fields: the replacing field name or practice. */
  readonly replacedBy?: string;
  readonly sure?: Sureness;
  /** Source of the facts, if it is not one of the links: a path in a repository, or the place of observation. */
  readonly source?: string;
  /** Pages with more information, after the specification links of the registry. */
  readonly links: readonly string[];
  readonly value?: ValueRows;
}
