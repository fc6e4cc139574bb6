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
  /** Milliseconds since the epoch. */
  readonly receivedAt?: number | undefined;
  /** Refresh by a meta element of its page. */
  readonly meta?: Refresh | undefined;
  /** Its certificate is not trusted, so browsers ignore its HSTS. */
  readonly untrusted?: boolean;
  /** Navigation that led here; absent for the first step and for clients. */
  readonly arrival?: Arrival | undefined;
}

export interface Arrival {
  readonly by: "redirect" | "refresh" | "meta-refresh";
  /** The page that navigates by itself, before any redirects. */
  readonly from?: URL | undefined;
  /** Cookie value sent, or `""`. */
  readonly cookie: string;
  /** https instead of http, by HSTS. */
  readonly upgraded: boolean;
  /** Target of the previous step, before HSTS and cached redirects. */
  readonly target: URL;
}

interface Opened {
  readonly response: Response;
  readonly verdicts: AllVerdicts;
}

/** Shared by the checks of one response. */
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
