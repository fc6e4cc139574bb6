/** A reference and what its lookup came to → its row of the report. Pure. */

import { isSameSite } from "../../headers/verdicts/origins.ts";
import type { Engine } from "../../headers/verdicts/response.ts";
import { optional } from "../body-parts.ts";
import { fieldLines } from "../framing.ts";
import { responseOf, verdictsOf } from "../hop-verdicts.ts";
import type { Attempt } from "./causes.ts";
import type { Looked } from "./look-up.ts";
import { checkResource, type Missing } from "./outcome.ts";
import { type PageContext, requestedUrl } from "./page-context.ts";
import type { Reference } from "./reference.ts";
import { resourceProblems } from "./resource-problems.ts";
import type { Resource } from "./schema.ts";

/** A reference and what its lookup came to, judged. */
export async function resourceOf(
  reference: Reference,
  url: URL,
  found: Looked | string | undefined,
  page: PageContext,
): Promise<{ readonly resource: Resource; readonly answer?: Looked }> {
  const looked = typeof found === "object" ? found : undefined;
  const error = typeof found === "string" ? found : looked?.error;
  const responses = looked?.hops.map(responseOf) ?? [];
  const content = looked?.content;
  const attempt = (engine: Engine): Attempt => ({
    reference,
    urls: [requestedUrl(reference, reference.url, page, engine), ...(looked?.urls.slice(1) ?? [])],
    responses,
    ...optional("content", wholeContent(content)),
    page,
    engine,
  });
  const isLocal = !/^https?:$/.test(url.protocol);
  const missing: Missing =
    looked?.error !== undefined ? "failed" : looked || isLocal ? undefined : "not-asked";
  const told = checkResource(attempt, missing);
  const last = looked?.hops.at(-1);
  const resource: Resource = {
    url: shown(reference.url),
    as: reference.as,
    where: reference.where,
    ...optional("initiator", reference.initiator?.href),
    ...optional("condition", reference.condition),
    thirdParty: !isLocal && !isSameSite(withScheme(url, page.url), page.url),
    ...(reference.integrity !== undefined && { hasIntegrity: true }),
    ...told,
    ...optional("error", error),
    ...(looked && answerFacts(looked)),
    problems: last && looked?.error === undefined ? await resourceProblems(last) : [],
  };
  return { resource, ...optional("answer", looked) };
}

/** The facts of the last response. */
function answerFacts({ urls, hops, content, wireBytes, timeTotal }: Looked): Partial<Resource> {
  const last = hops.at(-1);
  const verdicts = last && verdictsOf(last);
  const codings = last && fieldLines(last.lines, "content-encoding").map(({ value }) => value);
  return {
    ...(urls.length > 1 && { redirects: urls.length - 1, location: urls.at(-1)?.href ?? "" }),
    ...optional("status", last?.status),
    ...optional("type", verdicts?.content?.type),
    ...optional("wireBytes", wireBytes),
    ...optional("decodedBytes", content?.body.decodedBytes),
    ...optional("encoding", codings?.join(", ")),
    timeTotal,
    ...optional("cached", verdicts?.caching?.browser?.again),
    ...optional("cookies", verdicts?.cookies?.filter(({ outcome }) => outcome === "stored").length),
  };
}

/** Content that came whole and was kept whole: a digest of less says nothing. */
function wholeContent(content: Looked["content"]): Uint8Array | undefined {
  if (!content || content.body.truncated) return undefined;
  const { opening = new Uint8Array(), body } = content;
  return opening.length === body.decodedBytes ? opening : undefined;
}

/** A site is the same over http and https to those who ask who is asked. */
function withScheme(url: URL, { protocol }: URL): URL {
  const same = new URL(url);
  same.protocol = protocol;
  return same;
}

/** Characters of a URL that are shown: data: URLs hold whole images. */
const LONGEST_URL = 2048;

function shown({ href, protocol }: URL): string {
  const most = protocol === "data:" ? 64 : LONGEST_URL;
  return href.length > most ? `${href.slice(0, most)}…` : href;
}
