/** A reference and what its lookup came to → its row of the report. Pure. */

import type { Budget } from "../../api/budget.ts";
import { PAGE } from "../../api/limits.ts";
import { isSameSite } from "../../headers/verdicts/origins.ts";
import type { Engine } from "../../headers/verdicts/response.ts";
import { optional } from "../../http/body-parts.ts";
import { fieldLines } from "../../http/framing.ts";
import { responseOf, verdictsOf } from "../../http/hop-verdicts.ts";
import type { Attempt } from "./causes.ts";
import { checkResource, cut, type Missing } from "./outcome.ts";
import { type PageContext, requestedUrl } from "./page-context.ts";
import type { Answer } from "./read-content.ts";
import type { Reference } from "./reference.ts";
import { resourceProblems } from "./resource-problems.ts";
import type { Resource } from "./schema.ts";

/** A reference and what its lookup came to, judged as long as the budget allows. */
export async function resourceOf(
  reference: Reference,
  url: URL,
  found: Answer | string | undefined,
  page: PageContext,
  budget: Budget,
): Promise<{ readonly resource: Resource; readonly answer?: Answer; readonly isJudged: boolean }> {
  const looked = typeof found === "object" ? found : undefined;
  const error = typeof found === "string" ? found : looked?.error;
  const responses = looked?.hops.map(responseOf) ?? [];
  const attempt = (engine: Engine): Attempt => ({
    reference,
    urls: [requestedUrl(reference, reference.url, page, engine), ...(looked?.urls.slice(1) ?? [])],
    responses,
    ...optional("digests", looked?.digests),
    page,
    engine,
  });
  const isLocal = !/^https?:$/.test(url.protocol);
  const missing: Missing =
    looked?.error !== undefined ? "failed" : looked || isLocal ? undefined : "not-asked";
  const told = await budget.run(checkResource(attempt, missing));
  const last = looked?.hops.at(-1);
  const resource: Resource = {
    url: shown(reference.url),
    as: reference.as,
    where: reference.where,
    ...optional("initiator", reference.initiator && shown(reference.initiator)),
    ...optional("condition", reference.condition),
    thirdParty: !isLocal && !isSameSite(withScheme(url, page.url), page.url),
    ...(reference.integrity !== undefined && { hasIntegrity: true }),
    ...(told ?? { outcome: "not-asked" }),
    ...optional("error", error),
    ...(looked && answerFacts(looked)),
    problems: last && looked?.error === undefined ? await resourceProblems(last, budget) : [],
  };
  return { resource, ...optional("answer", looked), isJudged: told !== undefined };
}

/** The facts of the last response. */
function answerFacts({ urls, hops, body, wireBytes, timeTotal }: Answer): Partial<Resource> {
  const last = hops.at(-1);
  const end = urls.at(-1);
  const verdicts = last && verdictsOf(last);
  const codings = last && fieldLines(last.lines, "content-encoding").map(({ value }) => value);
  return {
    ...(urls.length > 1 && { redirects: urls.length - 1, ...optional("location", end && shown(end)) }),
    ...optional("status", last?.status),
    ...optional("type", verdicts?.content?.type),
    ...optional("wireBytes", wireBytes),
    ...optional("decodedBytes", body?.decodedBytes),
    ...optional("encoding", codings?.join(", ")),
    timeTotal,
    ...optional("cached", verdicts?.caching?.browser?.again),
    ...optional("cookies", verdicts?.cookies?.filter(({ outcome }) => outcome === "stored").length),
  };
}

/** A site is the same over http and https to those who ask who is asked. */
function withScheme(url: URL, { protocol }: URL): URL {
  const same = new URL(url);
  same.protocol = protocol;
  return same;
}

/** data: URLs hold whole images. */
function shown({ href, protocol }: URL): string {
  return cut(href, protocol === "data:" ? 64 : PAGE.urlShown);
}
