import { type FieldLine, messageOf } from "../headers/message.ts";
import { rawResponse } from "../headers/raw-response.ts";
import { lookedInto } from "../headers/response-budget.ts";
import { type AllVerdicts, openVerdicts } from "../headers/verdicts/index.ts";
import type { Hop } from "./chain.ts";

/** One response is asked by several checks. */
const opened = new WeakMap<readonly FieldLine[], AllVerdicts>();

/** What browsers make of a response of the chain; each verdict is made when it is asked for. */
export function verdictsOf({ url, method, status, lines }: Hop): AllVerdicts {
  let verdicts = opened.get(lines);
  if (!verdicts) {
    const known = { url: url.href, method, status };
    verdicts = openVerdicts(rawResponse(messageOf(lookedInto(lines), known)));
    opened.set(lines, verdicts);
  }
  return verdicts;
}
