import { cacheControlDirectives } from "../../../data/headers/directives/cache-control.ts";
import type { Directive } from "../../syntax/directives.ts";
import { detecting, field, invalidValue, item, problem } from "../field.ts";
import { readDirectives } from "../reading/list.ts";
import { duration, quote } from "../wording.ts";

const SPEC = "https://www.w3.org/TR/edge-arch/";
/** max-age=freshness[+staleness], in seconds */
const LIFETIME = /^(\d{1,10})(?:\+(\d{1,10}))?$/;
const SECONDS: ReadonlySet<string> = new Set(["max-age", "stale-while-revalidate", "stale-if-error"]);

/** Surrogate-Control (Edge Architecture 1.0): Cache-Control for reverse proxies, which remove the header. */
export const surrogateControl = field("Surrogate-Control", "list", {
  links: [SPEC],
  parse: (value, report) => readDirectives("Surrogate-Control", value, report),
  parts: ({ directives }) => directives,
  partItem: ({ name, value = "" }) =>
    item(name, value, cacheControlDirectives.get(name) ?? "An unknown directive.", lifetime(value)),
  alternate({ directives }) {
    if (directives.some(({ name }) => name === "no-store")) return "not stored in the surrogate";
    const words = lifetime(directives.find(({ name }) => name === "max-age")?.value ?? "");
    return words && `fresh for ${words} in the surrogate`;
  },
}).problems({
  eachLine: problem("surrogate-control-exposed", "info", SPEC, {
    detect: () => true,
    bad: ["Surrogate-Control: max-age=3600"],
    good: ["Cache-Control: max-age=3600"],
  }),
  eachPart: detecting(
    invalidValue("Surrogate-Control", "max-age=soon", "max-age=60", "https://www.w3.org/TR/edge-arch"),
    ({ name, value = "", text }: Directive) =>
      SECONDS.has(name) &&
      lifetime(value) === undefined &&
      `${quote(text)} in Surrogate-Control is not a number of seconds.`,
  ),
});

function lifetime(value: string): string | undefined {
  const [, fresh, stale] = LIFETIME.exec(value) ?? [];
  if (fresh === undefined) return undefined;
  const words = duration(Number(fresh));
  return stale === undefined ? words : `${words}, then ${duration(Number(stale))} stale`;
}
