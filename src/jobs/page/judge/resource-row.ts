/** Reference and result of its lookup → row of the report. Pure. */

import { optional } from "../../../api/body-parts.ts";
import type { Budget } from "../../../api/budget.ts";
import { PAGE } from "../../../api/limits.ts";
import { explaining } from "../../../headers/explain.ts";
import { messageOf } from "../../../headers/message.ts";
import { lookedInto, openResponseBudget } from "../../../headers/response-budget.ts";
import type { Problem } from "../../../headers/schema.ts";
import { type Engine, isSameSite } from "../../../headers/verdicts.ts";
import { type Hop, responseOf, verdictsOf } from "../../../http/chain.ts";
import { fieldLines } from "../../../http/exchange.ts";
import type { Answer } from "../read/read-content.ts";
import type { Reference } from "../read/reference.ts";
import type { Resource } from "../schema.ts";
import { integrityOf } from "./advice.ts";
import type { Attempt } from "./causes.ts";
import { checkResource, cut, type Missing } from "./outcome.ts";
import { type PageContext, requestedUrl } from "./page-context.ts";

/** @returns row of the report; `isJudged` is false if the budget ended before the verdict */
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
  const isLocal = !/^(?:http|ws)s?:$/.test(url.protocol);
  const missing: Missing =
    looked?.error !== undefined ? "failed" : looked || isLocal ? undefined : "not-asked";
  const verdict: Pick<Resource, "outcome"> | undefined = reference.isSpeculative
    ? { outcome: "not-asked" }
    : await budget.run(checkResource(attempt, missing));
  const last = looked?.hops.at(-1);
  const resource: Resource = {
    url: shown(reference.url),
    as: reference.as,
    where: reference.where,
    ...optional("initiator", reference.initiator && shown(reference.initiator)),
    ...optional("condition", reference.condition),
    thirdParty: !isLocal && !isSameSite(withScheme(url, page.url), page.url),
    ...(reference.integrity !== undefined && { hasIntegrity: true }),
    ...(looked && isLoaded(verdict) && optional("integrity", integrityOf(reference, looked, page.url))),
    ...(verdict ?? { outcome: "not-asked" }),
    ...optional("error", error),
    ...(looked && answerFacts(looked)),
    problems: last && looked?.error === undefined ? await resourceProblems(last, budget) : [],
  };
  return { resource, ...optional("answer", looked), isJudged: verdict !== undefined };
}

const isLoaded = (verdict?: Pick<Resource, "outcome">): boolean =>
  verdict?.outcome === "loads" || verdict?.outcome === "upgraded";

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

/** Sets the scheme of the page, since `thirdParty` ignores the difference between http and https. */
function withScheme(url: URL, { protocol }: URL): URL {
  const same = new URL(url);
  same.protocol = protocol;
  return same;
}

/** Shortens a URL; data: URLs may contain whole images. */
function shown({ href, protocol }: URL): string {
  return cut(href, protocol === "data:" ? 64 : PAGE.urlShown);
}

/** Maximum number of findings of one resource. */
const MOST_PROBLEMS = 20;

/** Warnings and errors without duplicates. */
async function resourceProblems(
  { url, method, status, lines, requestLines, receivedAt }: Hop,
  budget: Budget,
): Promise<Resource["problems"]> {
  const known = {
    url: url.href,
    method,
    status,
    ...optional("requestHeaders", requestLines),
    ...optional("receivedAt", receivedAt),
  };
  const message = messageOf(lookedInto(lines), known);
  const explained = await budget.run(
    explaining(message, receivedAt ?? 0, openResponseBudget(), { fixes: false }),
  );
  if (!explained) return [];
  const { headers, problems } = explained;
  const all: Problem[] = [
    ...problems,
    ...headers.flatMap(({ problems: own, details }) => [
      ...own,
      ...(details.items ?? []).flatMap((item) => item.problems ?? []),
    ]),
  ];
  const seen = new Set<string>();
  return all
    .filter(({ name, severity }) => severity !== "info" && !seen.has(name) && seen.add(name))
    .slice(0, MOST_PROBLEMS)
    .map(({ name, severity, title, field }) => ({
      name,
      severity,
      title,
      ...(field !== undefined && { field }),
    }));
}
