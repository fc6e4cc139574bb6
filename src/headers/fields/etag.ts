import { field } from "../field.ts";
import { quotedTags } from "../fixing.ts";
import { problem } from "../problem.ts";
import { invalidValue, worded } from "../reading/value-problems.ts";
import { rfc9110 } from "../specs.ts";
import { type EntityTagFlaw, parseEntityTag } from "../syntax/entity-tags.ts";
import { quote } from "../wording.ts";

const WHY: Readonly<Record<EntityTagFlaw, string>> = {
  empty: "is empty",
  "entity-tag-unquoted": "is not in double quotes, so no precondition can match it",
  "entity-tag-quote-unclosed": "has only one of its two quotes",
  "entity-tag-weak-case": "marks a weak tag with a small w: it has to be W/",
  "entity-tag-bad-character": "has a character that no entity tag may have",
};

/** ETag (RFC 9110 section 8.8.3): names this very version of the representation. */
export const etag = field({
  name: "ETag",
  type: "identifier",
  repeat: "single",
  parse(value, note) {
    const tag = parseEntityTag(value);
    const flaw = tag.flaws[0];
    if (flaw?.id === "empty") note("value-empty", "ETag has no value.");
    else if (/"[ \t]*,[ \t]*(?:W\/)?"/.test(value))
      note("etag-several", `ETag has several tags: ${quote(value)}.`);
    else if (flaw) note("etag-invalid", `The entity tag ${quote(value)} ${WHY[flaw.id]}.`);
    else if (tag.opaque === "") note("etag-empty", "The entity tag is empty, so all versions look the same.");
    return flaw ? undefined : tag;
  },
  alternate({ weak, opaque }) {
    const tag = opaque === "" ? "empty" : opaque;
    return weak
      ? `weak: ${tag} (same meaning, perhaps other bytes)`
      : `strong: ${tag} (the same byte for byte)`;
  },
}).problems({
  named: [
    invalidValue("ETag", "abc", '"abc"', rfc9110("section-8.8.3"), { fix: quotedTags }),
    worded({
      id: "etag-empty",
      severity: "info",
      link: rfc9110("section-8.8.3"),
      summary: "The entity tag has nothing between its quotes, so all versions look the same.",
      bad: ['ETag: ""'],
      good: ['ETag: "v1"'],
    }),
    worded({
      id: "etag-several",
      severity: "error",
      link: rfc9110("section-8.8.3"),
      summary: "ETag holds several entity tags where one is allowed.",
      bad: ['ETag: "a", "b"'],
      good: ['ETag: "a"'],
    }),
  ],
  eachLine: [
    problem({
      id: "etag-weak",
      severity: "info",
      link: rfc9110("section-8.8.3"),
      summary: "The entity tag is weak: it spares sending the whole again, but does not hold parts together.",
      detect: ({ weak, opaque }, { status, has }) =>
        weak && opaque !== "" && (status !== 206 || has("last-modified")),
      title: () => "ETag is weak (W/): it can be asked about with If-None-Match, but not with If-Range.",
      bad: ['ETag: W/"v1"'],
      good: ['ETag: "v1"'],
    }),
  ],
});
