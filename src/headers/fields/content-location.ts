import { checkUriReference, resolveReference } from "../../syntax/uri.ts";
import { field, invalidValue, problem } from "../field.ts";
import { encodedReference, swapping } from "../reading/fixing.ts";
import { quote } from "../wording.ts";

const invalid = invalidValue("Content-Location", "/a b", "/a%20b", "rfc9110#section-8.7", {
  fix: encodedReference,
});

/** Content-Location (RFC 9110 section 8.7): URI of this representation. */
export const contentLocation = field(invalid, "url", {
  empty: "",
  parse(value, report) {
    const reference = checkUriReference(value);
    const flaw = reference.flaws[0];
    if (flaw) report(invalid, `Content-Location is not a URI reference: ${quote(flaw.text)} is not allowed.`);
    return reference;
  },
  alternateInMessage: (_reference, { url }, value) => (url ? resolveReference(value, url)?.href : undefined),
}).problems({
  eachLine: problem("content-location-fragment", "warning", "rfc9110#section-8.7", {
    detect: (reference) => reference.fragment !== undefined,
    title: (_, reference) => `Content-Location has a fragment: ${quote(`#${reference.fragment}`)}.`,
    fix: swapping(/#.*/, ""),
    bad: ["Content-Location: /a.html#top"],
    good: ["Content-Location: /a.html"],
  }),
});
