import { loadFromText } from "../../http/questions.ts";
import type { Call } from "../command.ts";

/** The questions of a command line as parts of the API's content. */
export function askedQuestions({
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
