import { loadFromText } from "../../http/settings.ts";
import type { Call } from "../command.ts";

/** Converts the flags to members of the API's request. */
export function whatIfQuestions({
  flags,
  lists,
}: Pick<Call, "flags" | "lists">): Readonly<Record<string, unknown>> {
  const { loads, "framed-by": framedBy } = lists;
  const again = flags["again"];
  return {
    ...(loads && { loads: loads.map(loadFromText) }),
    ...(framedBy && { framedBy }),
    ...(flags["third-party"] === true && { thirdParty: true }),
    ...(typeof again === "string" && { again: { after: again.trim() === "" ? Number.NaN : Number(again) } }),
  };
}
