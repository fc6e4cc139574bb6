/** Headers with a boolean; only `?1` has an effect. */

import { parseItem } from "../../syntax/structured-fields.ts";
import { type AnyField, field } from "../field.ts";
import { asBoolean } from "../reading/fixing.ts";
import { readBoolean, structuredProblems } from "../reading/structured.ts";

function flag(
  name: string,
  link: string,
  yes: string,
  no: string,
  fix?: typeof asBoolean,
): AnyField<boolean> {
  const named = structuredProblems(name, parseItem, link, { good: "?1", wrong: "yes", fix });
  return field(name, "sf-item", {
    parse: (value, report) => readBoolean(named, value, report),
    alternate: (isOn) => (isOn ? yes : no),
  }).problems({ named });
}

/** Incremental (RFC 10036): intermediaries should forward content as it arrives. */
export const incremental = flag(
  "Incremental",
  "rfc10036",
  "forward each part as it arrives",
  "may be buffered",
  asBoolean,
);
/** Connect-UDP-Bind (draft-ietf-masque-connect-udp-listen): one tunnel for many peers. */
export const connectUdpBind = flag(
  "Connect-UDP-Bind",
  "https://datatracker.ietf.org/doc/draft-ietf-masque-connect-udp-listen/",
  "a tunnel to many peers",
  "a tunnel to one peer",
);
