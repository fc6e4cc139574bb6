import { wordTexts } from "../../../data/headers/words.ts";
import { parseEntityTag } from "../../syntax/entity-tags.ts";
import { field, invalidValue, problem, worded } from "../field.ts";
import { quotedTags } from "../reading/fixing.ts";
import { quote } from "../wording.ts";

const WHY = wordTexts("flaws of entity tags");

const invalid = invalidValue("ETag", "abc", '"abc"', "rfc9110#section-8.8.3", { fix: quotedTags });

const several = worded("etag-several", "error", "rfc9110#section-8.8.3", {
  bad: ['ETag: "a", "b"'],
  good: ['ETag: "a"'],
});

/** ETag (RFC 9110 section 8.8.3): identifies this version of the representation. */
export const etag = field(invalid, "identifier", {
  empty: "",
  parse(value, report) {
    const tag = parseEntityTag(value);
    const flaw = tag.flaws[0];
    if (/"[ \t]*,[ \t]*(?:W\/)?"/.test(value)) report(several, `ETag has several tags: ${quote(value)}.`);
    else if (flaw) report(invalid, `The entity tag ${quote(value)} ${WHY.get(flaw.id)}.`);
    return flaw ? undefined : tag;
  },
  alternate({ weak, opaque }) {
    const tag = opaque === "" ? "empty" : opaque;
    return weak
      ? `weak validator (${tag}): equivalent, but bytes may differ`
      : `strong validator (${tag}): identical byte for byte`;
  },
}).problems({
  named: [several],
  eachLine: problem("etag-empty", "info", "rfc9110#section-8.8.3", {
    detect: ({ opaque }) => opaque === "",
    bad: ['ETag: ""'],
    good: ['ETag: "v1"'],
  }),
});
