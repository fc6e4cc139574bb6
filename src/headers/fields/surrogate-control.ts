import { cacheControlDirectives } from "../../../data/headers/directives/cache-control.ts";
import { field, item } from "../field.ts";
import { readDirectives } from "../reading/list.ts";
import { invalidKind } from "../reading/value-kinds.ts";
import { duration, quote } from "../wording.ts";

const SPEC = "https://www.w3.org/TR/edge-arch/";
/** max-age=freshness[+staleness], in seconds */
const LIFETIME = /^(\d{1,10})(?:\+(\d{1,10}))?$/;
const SECONDS: ReadonlySet<string> = new Set(["max-age", "stale-while-revalidate", "stale-if-error"]);

/** Surrogate-Control (Edge Architecture 1.0): Cache-Control for the surrogate in front of the origin, which removes it. */
export const surrogateControl = field({
  name: "Surrogate-Control",
  type: "list",
  repeat: "list",
  links: [SPEC],
  kinds: {
    ...invalidKind("Surrogate-Control", "max-age=soon", "max-age=60", "https://www.w3.org/TR/edge-arch"),
    "surrogate-control-exposed": {
      severity: "info",
      link: SPEC,
      summary:
        "Surrogate-Control is meant for the surrogate, which should remove it: here it has reached the client.",
      bad: ["Surrogate-Control: max-age=3600"],
      good: ["Cache-Control: max-age=3600"],
    },
  },
  parse: (value, note) => readDirectives("Surrogate-Control", value, note),
  items: ({ directives }) =>
    directives.map(({ name, value = "" }) =>
      item(
        name,
        value,
        cacheControlDirectives.get(name) ?? "A directive that surrogates do not know.",
        lifetime(value),
      ),
    ),
  alternate({ directives }) {
    if (directives.some(({ name }) => name === "no-store")) return "not stored in the surrogate";
    const words = lifetime(directives.find(({ name }) => name === "max-age")?.value ?? "");
    return words && `fresh for ${words} in the surrogate`;
  },
  check({ directives }, _context, note, line) {
    note(
      "surrogate-control-exposed",
      "Surrogate-Control has reached the client, though the surrogate should have removed it.",
    );
    for (const [at, { name, value = "", text }] of directives.entries())
      if (SECONDS.has(name) && lifetime(value) === undefined)
        note(
          "surrogate-control-invalid",
          `${quote(text)} in Surrogate-Control is not a number of seconds.`,
          line.items[at],
        );
  },
});

function lifetime(value: string): string | undefined {
  const [, fresh, stale] = LIFETIME.exec(value) ?? [];
  if (fresh === undefined) return undefined;
  const words = duration(Number(fresh));
  return stale === undefined ? words : `${words}, then ${duration(Number(stale))} stale`;
}
