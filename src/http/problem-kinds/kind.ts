import type { Severity } from "../../headers/schema.ts";

export interface HttpProblemKind {
  readonly severity: Severity;
  /** Where the rule is written down. */
  readonly link: string;
  /** One sentence for the page of all problems. */
  readonly summary: string;
}

/** The address of a section of an RFC. */
export function rfc(number: number, section: string): string {
  return `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`;
}
