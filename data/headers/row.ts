/**
 * One row of the header catalogue. Rows are plain facts in our own words, two lines each in the tables of
 * `standard/` and `products/`: the name and its attributes separated by ` | `, then the description, indented.
 *
 *     Akamai-GRN | response | identifier | by Akamai | documented | https://…
 *       Identifies the request at Akamai.
 *
 * Attributes are words of the lists below in any order, `by NAME` (or `perhaps NAME`), `instead NAME`, links, and
 * `from TEXT` for a source that is not a page.
 *
 * Below the description, four spaces deep, stands how the values are written, where they have parts or words of their own:
 * `src/headers/fields/products/value-rows.ts` lists what can be said.
 *
 *     X-Amz-Cf-Pop | response | identifier | by Amazon Web Services | documented | https://…
 *       Names the CloudFront edge that answered.
 *         form ([A-Z]{3})\d{1,4}-[A-Z]\d{1,3}
 *         place airport: CloudFront
 */

/** How a field value is to be read; the `type` of a header object in the API. */
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

/** Which messages carry a field. */
export const DIRECTIONS = ["response", "request", "both"] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Standing of a field name. The first five are the IANA registry's and MDN's words; `vendor` is a private name. */
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
 * How sure a row is: told by the sender's own pages or source code, seen in responses, or inferred from the name.
 * Names of the registry are documented by their specification.
 */
export const SURENESS = ["documented", "observed", "inferred"] as const;
export type Sureness = (typeof SURENESS)[number];

/** Lines of a table that say how a field's values are written; read when the first such value comes. */
export interface ValueRows {
  /** Of the first line in its file, from 1. */
  readonly number: number;
  readonly lines: readonly string[];
}

export interface CatalogueRow {
  /** Field name in its registered or customary case; of a family, how its names begin. */
  readonly name: string;
  /** One to three plain sentences, at most 300 characters: what it does, who sets it, what to look for. */
  readonly description: string;
  readonly direction: Direction;
  readonly type?: HeaderType;
  /** Default: what the registry says, else `vendor`. */
  readonly status?: FieldStatus;
  /** For private names: the product or company that sends it. */
  readonly sender?: string;
  /** The name is a common word: the sender is told only beside another sign of it in the message. */
  readonly perhaps?: true;
  /** For deprecated and obsolete fields: the field name or practice that replaces it. */
  readonly replacedBy?: string;
  readonly sure?: Sureness;
  /** Where the facts are from, where that is not one of the links: a path in a repository, or where it was seen. */
  readonly source?: string;
  /** Pages with more information, put after the specification links that the registry gives. */
  readonly links: readonly string[];
  readonly value?: ValueRows;
}
