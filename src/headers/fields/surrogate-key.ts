import { field, item, problem } from "../field.ts";
import { plural } from "../wording.ts";

const PAGE = "https://www.fastly.com/documentation/reference/http/http-headers/Surrogate-Key/";
/** Fastly's limits in bytes: one key, and all keys. */
const LONGEST_KEY = 1024;
const LONGEST = 16_384;
const SHOWN = 50;

/** Surrogate-Key: keys for purging cached responses, separated by spaces. */
export const surrogateKey = field("Surrogate-Key", "list", {
  repeat: "separate",
  links: [PAGE],
  empty: "",
  parse: (value) => value.split(/[ \t]+/).filter((key) => key !== ""),
  items: (keys) =>
    keys
      .slice(0, SHOWN)
      .map((key) => item(key, "", "A key: purging it removes this response from the cache.")),
  alternate: (keys) => plural(keys.length, "key"),
}).problems({
  eachLine: [
    problem("surrogate-key-exposed", "info", PAGE, {
      detect: () => true,
      bad: ["Surrogate-Key: post-1 home"],
      good: ["Cache-Control: max-age=60"],
    }),
    problem("surrogate-key-long", "warning", PAGE, {
      detect: (keys, __, { line }) =>
        line.value.length > LONGEST || keys.some((key) => key.length > LONGEST_KEY),
      bad: [`Surrogate-Key: ${"a".repeat(1025)}`],
      good: ["Surrogate-Key: post-1 home"],
    }),
  ],
});
