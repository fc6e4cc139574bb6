import { wordTable } from "../../../data/word-table.ts";
import { type Dictionary, type Member, parseDictionary } from "../../syntax/structured-fields.ts";
import { type AnyField, field, item } from "../field.ts";
import { problem } from "../problem.ts";
import { corrected } from "../reading/fixing.ts";
import { structuredField, unparsedValue } from "../reading/structured.ts";
import { suggest } from "../suggest.ts";
import { quote } from "../wording.ts";

/** Configuration points that browsers know or knew. */
const POINTS = wordTable({
  "document-write": "Whether document.write works.",
  "expect-no-linked-resources":
    "The page links to few resources, so that the browser need not scan for them.",
  "force-load-at-top": "The page opens at its top, without scrolling to a fragment or an earlier position.",
  "include-js-call-stacks-in-crash-reports": "Reports of a hanging page may include its script call stacks.",
  "js-profiling": "Scripts may profile themselves.",
  "network-efficiency-guardrails": "Large or uncompressed resources are reported.",
  "oversized-images": "How much larger than displayed an image may be.",
  "sync-xhr": "Whether synchronous requests work.",
  "sync-script": "Whether scripts may block the parser.",
  "unsized-media": "Whether media without a declared size may change the layout.",
  "lossless-images-max-bpp": "How many bytes per pixel a lossless image may take.",
  "lossy-images-max-bpp": "How many bytes per pixel a lossy image may take.",
});

const unknown = problem({
  id: "document-policy-unknown",
  severity: "info",
  link: "https://wicg.github.io/document-policy/",
  summary: "Document-Policy has a setting that browsers do not know.",
  // `*` holds the reporting endpoint for all.
  detect: (point: string) =>
    !POINTS.get(point) && point !== "*" && { word: point, meant: suggest(point, [...POINTS.keys()]) },
  title: ({ word, meant }) =>
    `${quote(word)} is not a setting that browsers know${meant ? ` (did you mean ${meant}?)` : ""}.`,
  fix: corrected,
  bad: ["Document-Policy: force-load-at-bottom"],
  good: ["Document-Policy: force-load-at-top"],
});

function documentPolicyField(name: string): AnyField<Dictionary> {
  const unparsed = unparsedValue(name, parseDictionary, "force-load-at-top");
  return field({
    ...structuredField(unparsed),
    items: (points) =>
      [...points].map(([point, member]) => item(point, text(member), POINTS.get(point) ?? "Unknown.")),
    parts: (points) => [...points.keys()],
  }).problems({ named: [unparsed], eachPart: [unknown] });
}

function text(member: Member): string {
  if (member.kind === "inner-list") return member.items.map(({ value }) => String(value.value)).join(" ");
  return member.value.kind === "boolean" ? (member.value.value ? "on" : "off") : String(member.value.value);
}

/** Document-Policy (WICG): switches of one page, without inheritance. */
export const documentPolicy = documentPolicyField("Document-Policy");
export const documentPolicyReportOnly = documentPolicyField("Document-Policy-Report-Only");
/** Require-Document-Policy: what the page demands of the pages in its frames. */
export const requireDocumentPolicy = documentPolicyField("Require-Document-Policy");
