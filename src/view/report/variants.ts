/** Formats the URL variants of a site and where each ends. Pure. */

import { plural } from "../../headers/wording.ts";
import type { Variant } from "../../http/schema.ts";

export interface VariantView {
  readonly url: string;
  /** `200, after 1 redirect` */
  readonly answer: string;
  readonly failed: boolean;
  /** Final URL; `""` if it does not redirect or does not answer. */
  readonly final: string;
  readonly notes: readonly string[];
}

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
