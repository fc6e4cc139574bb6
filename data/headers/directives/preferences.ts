/** Preferences of Prefer and Preference-Applied: the IANA registry. */

import { wordTable } from "../../word-table.ts";

export const preferences = wordTable({
  "respond-async": "Answer immediately with 202 and do the work later.",
  "return=minimal": "Keep the answer short, without the resource.",
  "return=representation": "Answer with the resource in its new state.",
  wait: "Seconds that the client is ready to wait.",
  "handling=strict": "Refuse a request that has any error.",
  "handling=lenient": "Ignore small errors in the request.",
  "depth-noroot": "Leave the collection itself out of a WebDAV listing.",
  safe: "Leave out content that may offend.",
  "odata.allow-entityreferences": "References may stand for repeated entities (OData).",
  "odata.callback": "Call the given address when the result is ready (OData).",
  "odata.continue-on-error": "Go on with a batch after an error (OData).",
  "odata.include-annotations": "Which annotations the answer contains (OData).",
  "odata.maxpagesize": "The largest number of items a page of results may have (OData).",
  "odata.track-changes": "Give a link for requesting later changes (OData).",
});
