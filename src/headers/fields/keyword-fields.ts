import { type WordTable, wordTable } from "../../../data/word-table.ts";
import { type AnyField, field, item, type ProblemKind } from "../field.ts";
import { mdn } from "../specs.ts";
import { suggest } from "../suggest.ts";
import { listing, quote } from "../wording.ts";

type Meaning = readonly [description: string, alternate: string];
type Finding = readonly [id: string, title: string];

interface Switch {
  readonly name: string;
  /** Values in lower case: description and the value in words. */
  readonly values: WordTable<Meaning>;
  readonly kinds?: Readonly<Record<string, ProblemKind>>;
  /** A finding that a known value is. */
  readonly findings?: WordTable<Finding>;
}

const UNKNOWN: ProblemKind = {
  severity: "warning",
  link: mdn("X-Permitted-Cross-Domain-Policies"),
  summary: "A field that knows a few words only has another one, so it does nothing.",
  bad: ["X-Permitted-Cross-Domain-Policies: nothing"],
  good: ["X-Permitted-Cross-Domain-Policies: none"],
};

/** A field whose value is one word of a few. */
function switchField({ name, values, kinds, findings }: Switch): AnyField<string> {
  return field({
    name,
    type: "token",
    repeat: "single",
    ...(kinds && { kinds }),
    parse(value, note) {
      if (value !== "") return value;
      note("value-empty", `${name} has no value.`);
      return undefined;
    },
    items: (value) => [item(value, "", values.get(value.toLowerCase())?.[0] ?? "No value that is known.")],
    alternate: (value) => values.get(value.toLowerCase())?.[1],
    check(value, _context, note) {
      const known = [...values.keys()];
      const finding = findings?.get(value.toLowerCase());
      if (finding) note(...finding);
      if (values.get(value.toLowerCase())) return;
      const meant = suggest(value.toLowerCase(), known);
      note(
        "switch-value-unknown",
        `${quote(value)} is not a value of ${name}; ${meant ? `${meant} may be meant` : `it may be ${listing(known, "or")}`}.`,
        undefined,
        meant ? [value, meant] : undefined,
      );
    },
  });
}

/** X-Permitted-Cross-Domain-Policies (Adobe): which crossdomain.xml files Flash and Acrobat obey. */
export const xPermittedCrossDomainPolicies = switchField({
  name: "X-Permitted-Cross-Domain-Policies",
  values: wordTable<Meaning>({
    none: ["No policy file counts.", "no cross-domain access for Flash and PDF"],
    "master-only": ["Only the policy file at the root counts.", "only /crossdomain.xml counts"],
    "by-content-type": ["Policy files of the right media type count.", "policy files by media type"],
    "by-ftp-filename": ["Policy files named crossdomain.xml count; for FTP.", "policy files by name"],
    all: ["Every policy file counts.", "every policy file counts"],
    "none-this-response": ["This response is not a policy file.", "this response is not a policy file"],
  }),
  kinds: {
    "switch-value-unknown": UNKNOWN,
    "cross-domain-policies-all": {
      severity: "warning",
      link: mdn("X-Permitted-Cross-Domain-Policies"),
      summary: "X-Permitted-Cross-Domain-Policies lets every policy file on the host open it to other sites.",
      bad: ["X-Permitted-Cross-Domain-Policies: all"],
      good: ["X-Permitted-Cross-Domain-Policies: none"],
    },
  },
  findings: wordTable<Finding>({
    all: [
      "cross-domain-policies-all",
      "all lets every policy file on the host, uploaded ones too, open it to Flash and PDF of other sites.",
    ],
  }),
});

/** X-Download-Options (Internet Explorer 8): noopen forbids opening a download in the site's context. */
export const xDownloadOptions = switchField({
  name: "X-Download-Options",
  values: wordTable<Meaning>({
    noopen: [
      "Downloads are saved before they are opened. Internet Explorer only.",
      "downloads cannot be opened directly",
    ],
  }),
});

/** X-DNS-Prefetch-Control: whether browsers look up the hosts of links in advance. */
export const xDnsPrefetchControl = switchField({
  name: "X-DNS-Prefetch-Control",
  values: wordTable<Meaning>({
    on: ["Host names of links are looked up in advance.", "links are looked up in advance"],
    off: ["Host names of links are not looked up in advance.", "links are not looked up in advance"],
  }),
});

/** Large-Allocation (Firefox before 80): asked for a process of its own for a page that needs much memory. */
export const largeAllocation = field({
  name: "Large-Allocation",
  type: "integer",
  repeat: "single",
  kinds: {
    "large-allocation-obsolete": {
      severity: "info",
      link: mdn("Large-Allocation"),
      summary: "Large-Allocation was an experiment of Firefox; no browser acts on it.",
      bad: ["Large-Allocation: 500"],
      good: ["Origin-Agent-Cluster: ?1"],
    },
  },
  parse: (value) => value,
  alternate: (value) => (/^[1-9]\d*$/.test(value) ? `a process with ${value} MB in one piece` : undefined),
  check: (_value, _context, note) =>
    note(
      "large-allocation-obsolete",
      "Large-Allocation was an experiment of Firefox; no browser acts on it.",
    ),
});
