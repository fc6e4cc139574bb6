/** A checked map in numbers: counters and a few examples, however many rows it has. Pure. */

import { isHomePage } from "./addresses.ts";
import { type Judged, OUTCOMES, type Outcome } from "./check-redirect.ts";
import { Column, HashColumn, HashIndex } from "./hash-index.ts";

/** Wrong rows of each outcome that a summary repeats. */
const EXAMPLES = 5;
/** Sources that end at one page from which search engines may take their redirects for "not found". */
const MANY_SOURCES = 10;

export interface CrowdedPage {
  readonly url: string;
  readonly sources: number;
  /** How many of them name another target. */
  readonly unintended: number;
  readonly isHome: boolean;
}

export class Summary {
  readonly counts = new Map<Outcome, number>(OUTCOMES.map((outcome) => [outcome, 0]));
  readonly examples = new Map<Outcome, Judged[]>();
  readonly #finals = new HashColumn();
  readonly #index = new HashIndex(this.#finals);
  /** Sources and unintended ones by the page where they end. */
  readonly #sources = new Column();
  readonly #unintended = new Column();
  readonly #crowded = new Map<number, string>();
  total = 0;

  add(judged: Judged): void {
    const { outcome } = judged;
    this.total++;
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
    if (outcome !== "as-wanted") {
      const examples = this.examples.get(outcome) ?? [];
      if (examples.length < EXAMPLES) examples.push(judged);
      this.examples.set(outcome, examples);
    }
    if (judged.redirects > 0 && judged.finalStatus >= 200 && judged.finalStatus <= 299)
      this.#countFinal(judged);
  }

  get wrong(): number {
    return this.total - (this.counts.get("as-wanted") ?? 0);
  }

  /** Pages at which many sources end, the most crowded first. */
  get crowded(): CrowdedPage[] {
    const pages = [...this.#crowded].map(([page, url]) => ({
      url,
      sources: this.#sources.get(page),
      unintended: this.#unintended.get(page),
      isHome: isHomePage(new URL(url)),
    }));
    return pages.sort((a, b) => b.sources - a.sources);
  }

  #countFinal({ final, outcome }: Judged): void {
    const row = this.#finals.length;
    this.#finals.push(final);
    const page = this.#index.add(row);
    if (page === row) {
      this.#sources.push(0);
      this.#unintended.push(0);
    } else this.#finals.pop();
    const sources = this.#sources.get(page) + 1;
    this.#sources.set(page, sources);
    if (outcome === "other-target" || outcome === "target-redirects")
      this.#unintended.set(page, this.#unintended.get(page) + 1);
    if (sources === MANY_SOURCES) this.#crowded.set(page, final);
  }
}
