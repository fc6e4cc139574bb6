/** Delta encoding (RFC 3229), which is rarely used. */

import { wordTexts } from "../../../data/headers/words.ts";
import { parseEntityTag } from "../../syntax/entity-tags.ts";
import { invalidValue, item, plainField } from "../field.ts";
import { quotedTags } from "../reading/fixing.ts";
import { readTokens } from "../reading/list.ts";
import { quote } from "../wording.ts";

const MANIPULATIONS = wordTexts("instance manipulations");

const imInvalid = invalidValue("IM", "vc diff", "vcdiff", "rfc3229#section-10.5.2");

/** IM (RFC 3229 section 10.5.2): manipulations such as deltas that were applied, in order. */
export const im = plainField(imInvalid, "list", {
  parse: (value, report) => readTokens(imInvalid, value, "manipulation", report),
  partItem: (name) =>
    item(name, "", MANIPULATIONS.get(name.toLowerCase()) ?? "An unregistered manipulation."),
});

const baseInvalid = invalidValue("Delta-Base", "abc", '"abc"', "rfc3229#section-10.5.1", { fix: quotedTags });

/** Delta-Base (RFC 3229 section 10.5.1): entity tag of the base version. */
export const deltaBase = plainField(baseInvalid, "identifier", {
  empty: "",
  parse(value, report) {
    const tag = parseEntityTag(value);
    if (tag.flaws.length === 0) return tag;
    return void report(baseInvalid, `${quote(value)} in Delta-Base is not an entity tag in double quotes.`);
  },
  alternate: ({ opaque }) => `a difference from version ${opaque}`,
});
