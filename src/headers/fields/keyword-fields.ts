import { type WordTable, wordTable } from "../../../data/word-table.ts";
import { type AnyField, type FieldProblems, field, item, problem } from "../field.ts";
import { corrected, type Slip } from "../reading/fixing.ts";
import { suggest } from "../suggest.ts";
import { perhaps, quote, someOf } from "../wording.ts";

const LARGE_ALLOCATION = "https://runebook.dev/en/docs/http/headers/large-allocation";

type Meaning = readonly [description: string, alternate: string];
interface Switch {
  readonly name: string;
  /** Description and short words by lower-case value. */
  readonly values: WordTable<Meaning>;
}

interface UnknownValue extends Slip {
  readonly name: string;
  readonly known: readonly string[];
}

const unknown = problem("switch-value-unknown", "warning", "mdn/X-Permitted-Cross-Domain-Policies", {
  title: ({ name, word, likely, known }: UnknownValue) =>
    `${quote(word)} is not a value of ${name}${perhaps(likely) || `; use ${someOf(known)}`}.`,
  fix: corrected,
  bad: ["X-Permitted-Cross-Domain-Policies: nothing"],
  good: ["X-Permitted-Cross-Domain-Policies: none"],
});

/** Field with one of a few keywords. */
function switchField(
  { name, values }: Switch,
  problems: Pick<FieldProblems<string, never, never>, "named" | "eachLine"> = {},
): AnyField<string> {
  const known = [...values.keys()];
  return field<string>(name, "token", {
    empty: "",
    parse: (value) => value,
    items: (value) => [item(value, "", values.get(value.toLowerCase())?.[0] ?? "Not a known value.")],
    alternate: (value) => values.get(value.toLowerCase())?.[1],
  }).problems({
    ...problems,
    check(value, _context, report) {
      const word = value.toLowerCase();
      if (!values.has(word)) report(unknown, { name, word: value, likely: suggest(word, known), known });
    },
  });
}

/** X-Permitted-Cross-Domain-Policies (Adobe): which crossdomain.xml files Flash and Acrobat use. */
export const xPermittedCrossDomainPolicies = switchField(
  {
    name: "X-Permitted-Cross-Domain-Policies",
    values: wordTable<Meaning>({
      none: ["No policy file applies.", "no cross-domain access for Flash and PDF"],
      "master-only": ["Only the policy file at the root applies.", "only /crossdomain.xml applies"],
      "by-content-type": ["Policy files with the right media type apply.", "policy files by media type"],
      "by-ftp-filename": ["Policy files named crossdomain.xml apply; for FTP.", "policy files by name"],
      all: ["Every policy file applies.", "every policy file applies"],
      "none-this-response": ["This response is not a policy file.", "this response is not a policy file"],
    }),
  },
  {
    named: [unknown],
    eachLine: problem("cross-domain-policies-all", "warning", "mdn/X-Permitted-Cross-Domain-Policies", {
      detect: (value) => value.toLowerCase() === "all",
      bad: ["X-Permitted-Cross-Domain-Policies: all"],
      good: ["X-Permitted-Cross-Domain-Policies: none"],
    }),
  },
);

/** X-Download-Options (Internet Explorer 8): noopen prevents opening a download in the site's context. */
export const xDownloadOptions = switchField({
  name: "X-Download-Options",
  values: wordTable<Meaning>({
    noopen: [
      "Downloads are saved before they are opened. Internet Explorer only.",
      "downloads cannot be opened directly",
    ],
  }),
});

/** X-DNS-Prefetch-Control: whether browsers resolve the hosts of links in advance. */
export const xDnsPrefetchControl = switchField({
  name: "X-DNS-Prefetch-Control",
  values: wordTable<Meaning>({
    on: [
      "Chromium and Firefox resolve the host names of links in advance.",
      "link hosts are resolved in advance",
    ],
    off: [
      "No browser resolves the host names of links in advance.",
      "link hosts are not resolved in advance",
    ],
  }),
});

/** Large-Allocation (Firefox before 80): requested a separate process for a page. */
export const largeAllocation = field("Large-Allocation", "integer", {
  parse: (value) => value,
  alternate: (value) =>
    /^[1-9]\d*$/.test(value) ? `a process with ${value} MB of contiguous memory` : undefined,
}).problems({
  eachLine: problem("large-allocation-obsolete", "info", LARGE_ALLOCATION, {
    detect: () => true,
    bad: ["Large-Allocation: 500"],
    good: ["Origin-Agent-Cluster: ?1"],
  }),
});
