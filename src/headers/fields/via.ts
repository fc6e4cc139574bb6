import { wordTexts } from "../../../data/headers/words.ts";
import { parseVia, type ViaHop } from "../../syntax/via.ts";
import { field, invalidValue, item, listEmptyMember, problem } from "../field.ts";
import { MOST_MEMBERS } from "../reading/list.ts";
import { flawWords } from "../reading/parameters.ts";
import { listing, quote } from "../wording.ts";

/** Products by a pattern of pseudonyms and hosts. */
const KNOWN = Array.from(
  wordTexts("products in Via"),
  ([pattern, product]) => [new RegExp(pattern, "i"), product] as const,
);

const invalid = invalidValue("Via", "proxy", "1.1 proxy", "rfc9110#section-7.6.3");

/** Via (RFC 9110 section 7.6.3): intermediaries between origin and recipient. */
export const via = field(invalid, "list", {
  empty: "",
  parse(value) {
    const { hops, flaws } = parseVia(value);
    return { hops: hops.slice(0, MOST_MEMBERS), flaws: flaws.slice(0, MOST_MEMBERS) };
  },
  items: ({ hops }) =>
    hops.map((hop) =>
      item(hop.receivedBy, hop.text, "An intermediary that forwarded the message.", hopWords(hop)),
    ),
  alternate({ hops }) {
    const names = new Set(hops.flatMap((hop) => nameOf(hop) ?? []));
    return names.size > 0 ? `through ${listing([...names])}` : undefined;
  },
}).problems({
  check({ flaws, hops }, _context, report, { items }) {
    for (const { id, text, at } of flaws)
      if (id === "empty-member") report(listEmptyMember, "Via");
      else report(invalid, `${flawWords(id, text)}.`, items[hops.findLastIndex((hop) => hop.at <= at)]);
  },
  allLines: problem("via-loop", "warning", "rfc9110#section-7.6.3", {
    detectAll(lines) {
      const counts = new Map<string, number>();
      for (const { receivedBy } of lines.flatMap(({ parsed }) => parsed?.hops ?? []))
        counts.set(receivedBy, (counts.get(receivedBy) ?? 0) + 1);
      return [...counts].filter(([name, count]) => count > 2 && name !== "");
    },
    title: ([name, count]) => `${quote(name)} appears in Via ${count} times: the message may be looping.`,
    bad: ["Via: 1.1 a, 1.1 b, 1.1 a, 1.1 b, 1.1 a"],
    good: ["Via: 1.1 a, 1.1 b"],
  }),
});

function product({ receivedBy, comment = "" }: ViaHop): string | undefined {
  return KNOWN.find(([pattern]) => pattern.test(receivedBy) || pattern.test(comment))?.[1];
}

function nameOf(hop: ViaHop): string | undefined {
  return product(hop) ?? (hop.receivedBy || undefined);
}

function hopWords(hop: ViaHop): string | undefined {
  const who = nameOf(hop);
  return who && `${who}, which received it over ${hop.protocol}/${hop.version}`;
}
