/** What one row of the header catalogue says. Rows are plain facts and our own words. */

/** How a field value is to be read; the `type` of a header object in the API. */
export type HeaderType =
  | "string"
  | "token"
  | "integer"
  | "date"
  | "delta-seconds"
  | "url"
  | "list"
  | "parameters"
  | "cookie"
  | "policy"
  | "product"
  | "challenge"
  | "media-type"
  | "json"
  | "sf-item"
  | "sf-list"
  | "sf-dictionary"
  | "identifier";

/** Standing of a field name. The first five are the IANA registry's and MDN's words; `vendor` is a private name. */
export type FieldStatus = "permanent" | "provisional" | "deprecated" | "obsolete" | "experimental" | "vendor";

export interface CatalogueRow {
  /** Field name in its registered or customary case. */
  readonly name: string;
  /** One to three plain sentences, at most 300 characters: what it does, who sets it, what to look for. */
  readonly description: string;
  /** Default `string`. */
  readonly type?: HeaderType;
  /** Which messages carry it. Default `response`. */
  readonly direction?: "response" | "request" | "both";
  /** Default: what the registry says, else `vendor`. */
  readonly status?: FieldStatus;
  /** For private names: the product or company that sends it. */
  readonly sender?: string;
  /** For deprecated and obsolete fields: the field name or practice that replaces it. */
  readonly replacedBy?: string;
  /** Pages with more information, put after the specification links that the registry gives. */
  readonly links?: readonly string[];
}

/** A family of names that begin alike: still says whose a name is when no row knows it. */
export interface PrefixRow {
  /** Lower case, with its hyphen where it has one. */
  readonly prefix: string;
  readonly sender: string;
  readonly description: string;
  readonly links?: readonly string[];
}
