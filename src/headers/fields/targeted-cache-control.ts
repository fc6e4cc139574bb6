import { cacheControlDirectives } from "../../../data/headers/directives/cache-control.ts";
import { type AnyField, field, item } from "../field.ts";
import { kindWords, structuredDictionary } from "../reading/structured.ts";
import { memberText } from "../reading/structured-items.ts";
import { lower, structuredKinds } from "../reading/value-kinds.ts";
import { rfc } from "../specs.ts";
import type { Dictionary } from "../syntax/structured-fields.ts";
import { duration } from "../wording.ts";
import { DIRECTIVE_SHAPES } from "./cache-control/directives.ts";

/** Targeted cache control (RFC 9213): Cache-Control for one kind of cache, as a structured field. */
function targeted<N extends string>(name: N): AnyField<Dictionary> {
  return field({
    name,
    type: "sf-dictionary",
    repeat: "list",
    kinds: structuredKinds(name, "max-age=60", "max-age=soon", rfc(9213, "section-2.1")),
    parse: (value, note) => structuredDictionary(name, value, note),
    items: (dictionary) =>
      [...dictionary].map(([key, member]) => {
        const seconds =
          member.kind === "item" && member.value.kind === "integer" ? member.value.value : undefined;
        const isFlag = member.kind === "item" && member.value.kind === "boolean" && member.value.value;
        return item(
          key,
          isFlag ? "" : memberText(member),
          cacheControlDirectives.get(key) ?? "An extension that caches do not know: they ignore it.",
          seconds === undefined ? undefined : duration(seconds),
        );
      }),
    alternate(dictionary) {
      if (dictionary.has("no-store")) return "not stored in that cache";
      const age = dictionary.get("s-maxage") ?? dictionary.get("max-age");
      if (age?.kind !== "item" || age.value.kind !== "integer") return undefined;
      return age.value.value === 0
        ? "stale at once in that cache"
        : `fresh for ${duration(age.value.value)} in that cache`;
    },
    check(dictionary, _context, note, line) {
      for (const [at, [key, member]] of [...dictionary].entries()) {
        const shape = DIRECTIVE_SHAPES.get(key);
        const kind = member.kind === "item" ? member.value.kind : undefined;
        const words = kind ? kindWords(kind) : "a list";
        const place = line.items[at];
        if (shape === "seconds" && kind !== "integer")
          note(
            `${lower(name)}-type`,
            `${key} in ${name} is ${words} where a number of seconds is expected.`,
            place,
          );
        else if (shape === "seconds" && member.kind === "item" && Number(member.value.value) < 0)
          note(`${lower(name)}-invalid`, `${key} in ${name} is negative.`, place);
        else if (shape === "flag" && kind !== "boolean")
          note(`${lower(name)}-type`, `${key} in ${name} takes no value, but has ${words}.`, place);
        else if (shape === "field-names" && kind !== "boolean" && kind !== "string")
          note(`${lower(name)}-type`, `${key} in ${name} is ${words} where field names are expected.`, place);
      }
    },
  });
}

/** For all CDNs (RFC 9213 section 3.1). */
export const cdnCacheControl = targeted("CDN-Cache-Control");
export const akamaiCacheControl = targeted("Akamai-Cache-Control");
export const cloudflareCdnCacheControl = targeted("Cloudflare-CDN-Cache-Control");
export const netlifyCdnCacheControl = targeted("Netlify-CDN-Cache-Control");
export const vercelCdnCacheControl = targeted("Vercel-CDN-Cache-Control");
