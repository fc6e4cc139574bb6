/** A response as the chain and its checks see it. */

import { type FieldLine, messageOf } from "../../headers/message.ts";
import { rawResponse } from "../../headers/raw-response.ts";
import { lookedInto } from "../../headers/response-budget.ts";
import { type AllVerdicts, openVerdicts, type Refresh, type Response } from "../../headers/verdicts.ts";

/** A response as the chain sees it. */
export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly status: number;
  readonly lines: readonly FieldLine[];
  /** Milliseconds since the epoch. */
  readonly receivedAt?: number | undefined;
  /** The refresh that an element of its page asks for. */
  readonly meta?: Refresh | undefined;
  /** Its certificate is not trusted, so browsers note nothing of it. */
  readonly untrusted?: boolean;
  /** How a browser came there; absent for the first step, and for a client. */
  readonly arrival?: Arrival | undefined;
}

export interface Arrival {
  readonly by: "redirect" | "refresh" | "meta-refresh";
  /** The page that leads there by itself, over any redirects since. */
  readonly from?: URL | undefined;
  /** The Cookie field that is sent; `""` for none. */
  readonly cookie: string;
  /** https was requested in place of http (HSTS). */
  readonly upgraded: boolean;
  /** Where the step before points to, before HSTS and remembered redirects. */
  readonly target: URL;
}

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
