/** The addresses of a site as people are shown them: where each ends. Pure. */

import { plural } from "../../headers/wording.ts";
import type { Variant } from "../../http/variants.ts";

export interface VariantView {
  readonly url: string;
  /** `200, after 1 redirect`. */
  readonly answer: string;
  readonly failed: boolean;
  /** Where it ends; `""` where it answers itself or not at all. */
  readonly final: string;
  readonly notes: readonly string[];
}

/** A row each, in the order in which they were looked at. */
export function viewVariants(variants: readonly Variant[]): VariantView[] {
  return variants.map(({ url, status, final, redirects, hsts, problems }) => ({
    url,
    answer:
      status === "error"
        ? "does not answer"
        : `${status}${redirects > 0 ? `, after ${plural(redirects, "redirect")}` : ""}`,
    failed: status === "error",
    final: final === url ? "" : final,
    notes: [...(hsts ? ["sends Strict-Transport-Security"] : []), ...problems.map(({ title }) => title)],
  }));
}
