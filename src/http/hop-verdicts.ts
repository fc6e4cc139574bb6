import { type FieldLine, messageOf } from "../headers/message.ts";
import { rawResponse } from "../headers/raw-response.ts";
import { lookedInto } from "../headers/response-budget.ts";
import { type AllVerdicts, openVerdicts, type Response } from "../headers/verdicts.ts";
import type { Hop } from "./hop.ts";

interface Opened {
  readonly response: Response;
  readonly verdicts: AllVerdicts;
}

/** One response is asked by several checks. */
const opened = new WeakMap<readonly FieldLine[], Opened>();

function open({ url, method, status, lines, receivedAt }: Hop): Opened {
  let known = opened.get(lines);
  if (!known) {
    const facts = { url: url.href, method, status, ...(receivedAt !== undefined && { receivedAt }) };
    const response = rawResponse(messageOf(lookedInto(lines), facts));
    known = { response, verdicts: openVerdicts(response) };
    opened.set(lines, known);
  }
  return known;
}

/** The verdicts of browsers on a response of the chain; each is made when it is asked for. */
export function verdictsOf(hop: Hop): AllVerdicts {
  return open(hop).verdicts;
}

/** The response as verdicts see it: one character a byte. */
export function responseOf(hop: Hop): Response {
  return open(hop).response;
}
