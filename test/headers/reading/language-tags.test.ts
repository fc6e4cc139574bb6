import { expect, test } from "bun:test";
import { unknownSubtag } from "../../../src/headers/reading/language-tags.ts";

test.each([
  ["en-UK", "region UK, en-GB"],
  ["jp", "language jp, ja"],
  ["jp-JP", "language jp, ja-JP"],
  ["english", "language english, en"],
  ["klingonic", "language klingonic"],
  ["en-XY", undefined],
  ["en-EN", "region EN"],
  ["sr-Abcd-RS", "script Abcd"],
])("%s", (tag, expected) => {
  const unknown = unknownSubtag(tag);
  const likely = unknown?.likely === undefined ? "" : `, ${unknown.likely}`;
  expect(unknown && `${unknown.what} ${unknown.text}${likely}`).toBe(expected);
});

test.each(
  (
    "en de-AT zh-Hans-CN zh-cmn-Hans sr-Latn es-419 mn-Cyrl-MN gsw-u-sd-chzh x-klingon i-klingon de-1996 " +
    "ca-valencia en-GB-oed kr-NG haw mul qaa-Qaaa-QM en-a-uk sl-rozaj-biske iw en-US-x-twain"
  ).split(" "),
)("%s is registered", (tag) => {
  expect(unknownSubtag(tag)).toBeUndefined();
});
