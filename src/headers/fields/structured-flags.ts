/** Fields that are a boolean item: `?1` says yes, and anything else is the same as no field. */

import { type AnyField, field } from "../field.ts";
import { kindWords, structuredItem } from "../reading/structured.ts";
import { lower } from "../reading/value-kinds.ts";
import { structuredProblems } from "../reading/value-problems.ts";
import { rfc } from "../specs.ts";

function flag<N extends string>(name: N, link: string, yes: string, no: string): AnyField<boolean> {
  return field({
    name,
    type: "sf-item",
    repeat: "single",
    parse(value, note) {
      const parsed = structuredItem(name, value, note);
      if (!parsed) return undefined;
      if (parsed.value.kind === "boolean") return parsed.value.value;
      note(
        `${lower(name)}-type`,
        `${name} is ${kindWords(parsed.value.kind)}; only ?1 and ?0 mean something.`,
      );
      return undefined;
    },
    alternate: (isOn) => (isOn ? yes : no),
  }).problems({ named: [...structuredProblems(name, "?1", "yes", link)] });
}

/** Incremental (draft-ietf-httpbis-incremental): intermediaries should not wait for all of the content. */
export const incremental = flag(
  "Incremental",
  rfc(10036),
  "pass on each part as it comes",
  "may be buffered",
);
/** Connect-UDP-Bind (draft-ietf-masque-connect-udp-listen): one tunnel for many peers. */
export const connectUdpBind = flag(
  "Connect-UDP-Bind",
  "https://datatracker.ietf.org/doc/draft-ietf-masque-connect-udp-listen/",
  "a tunnel to many peers",
  "a tunnel to one peer",
);
