import { wordTexts } from "../../../data/headers/words.ts";
import { type Dictionary, type Member, parseDictionary } from "../../syntax/structured-fields.ts";
import { type AnyField, item, problem } from "../field.ts";
import { corrected } from "../reading/fixing.ts";
import { structuredField, unparsedValue } from "../reading/structured.ts";
import { suggest } from "../suggest.ts";
import { perhaps, quote } from "../wording.ts";

const POINTS = wordTexts("configuration points of Document-Policy");

const unknown = problem("document-policy-unknown", "info", "https://wicg.github.io/document-policy/", {
  // `*` sets the reporting endpoint for all settings.
  detect: (point: string) =>
    !POINTS.get(point) && point !== "*" && { word: point, likely: suggest(point, [...POINTS.keys()]) },
  title: ({ word, likely }) => `${quote(word)} is not a setting of browsers${perhaps(likely)}.`,
  fix: corrected,
  bad: ["Document-Policy: force-load-at-bottom"],
  good: ["Document-Policy: force-load-at-top"],
});

function documentPolicyField(name: string): AnyField<Dictionary> {
  const unparsed = unparsedValue(name, parseDictionary, "force-load-at-top");
  return structuredField(unparsed, {
    items: (points) =>
      [...points].map(([point, member]) => item(point, text(member), POINTS.get(point) ?? "Unknown.")),
    parts: (points) => [...points.keys()],
  }).problems({ eachPart: [unknown] });
}

function text(member: Member): string {
  if (member.kind === "inner-list") return member.items.map(({ value }) => String(value.value)).join(" ");
  return member.value.kind === "boolean" ? (member.value.value ? "on" : "off") : String(member.value.value);
}

/** Document-Policy (WICG): settings of one page, not inherited. */
export const documentPolicy = documentPolicyField("Document-Policy");
export const documentPolicyReportOnly = documentPolicyField("Document-Policy-Report-Only");
/** Require-Document-Policy: policy required of framed pages. */
export const requireDocumentPolicy = documentPolicyField("Require-Document-Policy");
