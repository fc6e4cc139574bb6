/** Counters and examples of a checked map, in bounded memory. Pure. */

import type { Unchecked } from "../../api/unchecked.ts";
import { isHomePage } from "./addresses.ts";
import { type Judged, OUTCOMES, type Outcome } from "./check-redirect.ts";
import { ALL_KINDS, KINDS, type Kind, kindOf } from "./kinds.ts";
import { hashOf } from "./map-check.ts";

/** Maximum number of examples per kind. */
const EXAMPLES = 5;
/** Maximum number of counted origins. */
const COUNTED_ORIGINS = 20;
/**
 * Minimum number of sources that lead to one page to report it: search engines may treat these redirects as soft 404.
 */
const MANY_SOURCES = 10;

export interface CrowdedPage {
  readonly url: string;
  readonly sources: number;
  /** Number of these sources whose target in the map is another page. */
  readonly unintended: number;
  readonly isHome: boolean;
}

function count(origins: Map<string, number>, origin: string | undefined): void {
  if (origin !== undefined && (origins.has(origin) || origins.size < COUNTED_ORIGINS))
    origins.set(origin, (origins.get(origin) ?? 0) + 1);
}

export class Summary {
  readonly counts = new Map<Kind, number>(ALL_KINDS.map((kind) => [kind, 0]));
  readonly examples = new Map<Kind, Judged[]>();
  /** Number of targets by the origin of their canonical URL. */
  readonly canonicalOrigins = new Map<string, number>();
  /** Number of redirects that end on another origin of the target's site, by origin. */
  readonly siteOrigins = new Map<string, number>();
  /** Number of sources by hash of the final URL. */
  readonly #sources = new Map<number, number>();
  readonly #unintended = new Map<number, number>();
  readonly #crowded = new Map<number, string>();
  total = 0;
  readonly unchecked: readonly Unchecked[];

  constructor(unchecked: readonly Unchecked[] = []) {
    this.unchecked = unchecked;
  }

  add(judged: Judged): void {
    const kind = kindOf(judged);
    this.total++;
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    if (kind !== "correct") {
      const examples = this.examples.get(kind) ?? [];
      if (examples.length < EXAMPLES) examples.push(judged);
      this.examples.set(kind, examples);
    }
    count(this.canonicalOrigins, judged.canonicalOrigin);
    count(this.siteOrigins, judged.siteOrigin);
    if (judged.redirects > 0 && judged.finalStatus >= 200 && judged.finalStatus <= 299)
      this.#countFinal(judged);
  }

  get wrong(): number {
    return this.total - (this.counts.get("correct") ?? 0);
  }

  get outcomes(): Readonly<Partial<Record<Outcome, number>>> {
    const counts = new Map<Outcome, number>(OUTCOMES.map((outcome) => [outcome, 0]));
    for (const [kind, count] of this.counts) {
      const { outcome } = KINDS[kind];
      counts.set(outcome, (counts.get(outcome) ?? 0) + count);
    }
    return Object.fromEntries(counts);
  }

  /** Final pages of many sources, those with the most sources first. */
  get crowded(): CrowdedPage[] {
    const pages = [...this.#crowded].map(([page, url]) => ({
      url,
      sources: this.#sources.get(page) ?? 0,
      unintended: this.#unintended.get(page) ?? 0,
      isHome: isHomePage(new URL(url)),
    }));
    return pages.sort((a, b) => b.sources - a.sources);
  }

  #countFinal({ final, outcome }: Judged): void {
    const page = hashOf(final);
    const sources = (this.#sources.get(page) ?? 0) + 1;
    this.#sources.set(page, sources);
    if (outcome === "other-target" || outcome === "target-redirects")
      this.#unintended.set(page, (this.#unintended.get(page) ?? 0) + 1);
    if (sources === MANY_SOURCES) this.#crowded.set(page, final);
  }
}
