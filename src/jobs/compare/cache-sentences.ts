/** Sentences for what caches do differently. Pure. */

import { wordTable } from "../../../data/word-table.ts";
import { type Life, lifeText, storeText } from "../../headers/verdict-words.ts";
import { lasting, other, type Say, type Sentence } from "./sentence-forms.ts";

interface Seen {
  readonly hit: boolean;
  readonly by: string;
}

/** After "now came" and "it came". */
export function seenText(seen: Seen | undefined): string {
  if (!seen) return "without a word of a cache";
  const { hit, by } = seen;
  if (hit) return `out of a shared cache${by === "" ? "" : ` (${by})`}`;
  return `from the origin${by === "" ? "" : ` through ${by}`}`;
}

/** `product`: a second row of the same product has a number behind it. */
export function exception(
  a: { readonly does: string } | undefined,
  b: { readonly does: string } | undefined,
  product: string,
): Sentence {
  const name = product.replace(/ \(\d+\)$/, "");
  return b
    ? other(`${name}, unlike the standard, now ${b.does}.`)
    : other(`${name} now does what the standard says; before: ${a?.does}.`);
}

/** How the browser's own cache answers; nothing where one side is not known. */
export function use(subject: string): Say {
  return (a: string | undefined, b: string | undefined) => {
    const [before, after] = [a, b].map((each = "") => USES.get(each));
    if (before === undefined || after === undefined || before === after) return null;
    return other(`${subject} is now ${after}; before, it was ${before}.`);
  };
}

const USES = wordTable({
  "from-cache": "answered from the browser's cache",
  "after-check": "checked with the server",
  "from-origin": "fetched again",
});

interface Store extends Life {
  readonly stores: boolean;
}

function storing(who: string): Say {
  return (a: Store | undefined, b: Store | undefined) => {
    const before = a?.stores ? lifeText(a) : undefined;
    if (before === (b?.stores ? lifeText(b) : undefined)) return null;
    if (!b?.stores) return other(`${who} must no longer store it; before, they might, ${before}.`);
    return other(`${who} may now ${storeText(b)}; before, ${before ?? "they might not"}.`);
  };
}

/** Where a lifetime is from; without one, the sentence on storing says what there is to say. */
function lifetimeFrom(who: string): Say {
  return (a: string | undefined, b: string | undefined) => {
    const [before, after] = [a, b].map((from) => (from === "heuristic" ? "their own estimate" : from));
    if (before === undefined || after === undefined || before === "none" || after === "none")
      return undefined;
    return other(`${who} now take its lifetime from ${after}; before, from ${before}.`);
  };
}

/** The members that each kind of cache has. */
export function cacheRows(kind: string, who: string): (readonly [path: string, say: Say])[] {
  return [
    [`caching.${kind}`, storing(who)],
    [`caching.${kind}.staleWhileRevalidate`, lasting(who, "use it stale {time} while they revalidate it")],
    [`caching.${kind}.staleIfError`, lasting(who, "use it stale {time} when revalidation fails")],
    [`caching.${kind}.lifetimeFrom`, lifetimeFrom(who)],
  ];
}
