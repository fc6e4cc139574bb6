import { item, plainField } from "../../field.ts";
import { verdictOf } from "../../verdicts/caching/cache-words.ts";

const STEP = /^(\w{1,40}) from (child|parent)$/i;

/** Akamai-Cache-Status: `Hit from child`, `Miss from child, Hit from parent`. */
export const akamaiCacheStatus = plainField({
  name: "Akamai-Cache-Status",
  type: "list",
  parse(value) {
    const steps = value.split(",", 6).map((part) => STEP.exec(part.trim()));
    return steps.every((step) => step !== null)
      ? steps.map((step) => ({ word: step[1] ?? "", from: (step[2] ?? "").toLowerCase() }))
      : undefined;
  },
  items: (steps) =>
    steps.map(({ word, from }) =>
      item(
        from,
        word,
        from === "child"
          ? "What the cache closest to the client did."
          : "What the cache closer to the origin did.",
        verdictOf(word)?.words,
      ),
    ),
  alternate(steps) {
    const hit = steps.find(({ word }) => verdictOf(word)?.stored);
    if (!hit) return "Miss at Akamai";
    return hit.from === "child" ? "Hit at Akamai's edge" : "Hit in an Akamai parent cache";
  },
});

/** X-Akamai-Session-Info: name=X; value=Y, variables of the configuration. */
export const xAkamaiSessionInfo = plainField({
  name: "X-Akamai-Session-Info",
  type: "parameters",
  repeat: "separate",
  parse(value) {
    const [, name, text = ""] = /^name=([\w.-]{1,100}); value=(.{0,800})$/.exec(value) ?? [];
    return name === undefined ? undefined : { name, value: text.replace(/; full_location_id=.*/, "") };
  },
  items: ({ name, value }) => [item(name, value, "A variable of the site's Akamai configuration.")],
});
