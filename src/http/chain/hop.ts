import { type FieldLine, messageOf } from "../../headers/message.ts";
import { rawResponse } from "../../headers/raw-response.ts";
import { lookedInto } from "../../headers/response-budget.ts";
import { type AllVerdicts, openVerdicts, type Refresh, type Response } from "../../headers/verdicts.ts";

/** A response of a chain. */
export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly status: number;
  readonly lines: readonly FieldLine[];
  /** Headers of the request, if findings are made of this response alone. */
  readonly requestLines?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly receivedAt?: number | undefined;
  /** Refresh by a meta element of the page. */
  readonly meta?: Refresh | undefined;
  /** Whether the certificate is not trusted, so that browsers ignore the HSTS header. */
  readonly untrusted?: boolean;
  /** Navigation that led to this step; absent for the first step and for lookups as `client`. */
  readonly arrival?: Arrival | undefined;
}

export interface Arrival {
  readonly by: "redirect" | "refresh" | "meta-refresh";
  /** Last page that navigated by a Refresh; redirects do not change it. */
  readonly from?: URL | undefined;
  /** Cookie value sent, or `""`. */
  readonly cookie: string;
  /** Whether HSTS changed the URL from http to https. */
  readonly upgraded: boolean;
  /** Target of the previous step, before the HSTS upgrade and cached redirects. */
  readonly target: URL;
}

interface Opened {
  readonly response: Response;
  readonly verdicts: AllVerdicts;
}

/** Parsed response by its lines, shared by all checks. */
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

/** Browser verdicts on a response, computed lazily. */
export function verdictsOf(hop: Hop): AllVerdicts {
  return open(hop).verdicts;
}

/** The response with one character per byte. */
export function responseOf(hop: Hop): Response {
  return open(hop).response;
}
