import { type KeptConnections, keepConnections } from "../../http/exchange.ts";
import { HttpFailure } from "../../http/target.ts";
/** Looks up the rows of a map and writes the results in order. */

import { type Budget, makeBudget } from "../../api/budget.ts";
import { mapBudget } from "../../api/limits.ts";
import type { Unchecked } from "../../api/unchecked.ts";
import { type Follow, rowChecker } from "../../jobs/redirects/check.ts";
import { followPlainly, plainSender } from "../../jobs/redirects/follow.ts";
import { workOf } from "../../jobs/redirects/map-check.ts";
import type { RedirectMap } from "../../jobs/redirects/map-read.ts";
import { checkRedirects } from "../../jobs/redirects/run.ts";
import { Summary } from "../../jobs/redirects/summary.ts";
import { version } from "../../version.ts";
import { isAsWanted } from "../../view/redirects.ts";
import type { Io } from "../command.ts";
import type { Network } from "../input/network-options.ts";
import { progress } from "../render/progress.ts";
import type { RedirectOptions } from "./options.ts";
import { openPieces } from "./pieces.ts";
import { frugal } from "./read-map.ts";
import { openResume } from "./resume.ts";
import { ROW_WRITERS } from "./row-writers.ts";
import { summaryText } from "./summary-text.ts";

export interface PreparedMap {
  readonly map: RedirectMap;
  readonly rows: number;
  readonly unchecked: readonly Unchecked[];
}

/** @returns `isRecorded`: false if the file of `--resume` failed */
export async function checkMap(
  { map, rows: count, unchecked }: PreparedMap,
  options: RedirectOptions,
  network: Network,
  io: Io,
): Promise<{ readonly summary: Summary; readonly isRecorded: boolean }> {
  const { path, base, method, mostRedirects, sameSite } = options;
  const resume =
    options.resume === undefined
      ? undefined
      : await openResume(options.resume, keyOf(options, network), options.retryFailed, io);
  const works = worksOf(map, base);
  const rows = resume ? resume.merge(works) : works;
  const summary = new Summary(unchecked);
  const bar = progress(io, count, "", 1, true);
  const writer = ROW_WRITERS.get(options.format)?.({
    colour: io.colour,
    path,
    base,
    now: io.clock(),
    version,
  });
  if (!writer) throw new Error(`there is no writer of ${options.format}`);
  const budget = makeBudget(mapBudget(count));
  using kept = keepConnections();
  const look = rowChecker(
    followerOf(options, network, budget, kept),
    method,
    { base, mostRedirects, sameSite },
    (host, note) => bar.err(`netlens: ${host}: ${note}; using GET for it from now on\n`),
  );
  const output = openPieces(bar);
  await output.write(writer.begin ?? "");
  const judged = checkRedirects(rows, look, { ...options, budget }, { onJudged: resume?.record });
  for await (const each of judged) {
    summary.add(each);
    bar.step(1, `${summary.wrong.toLocaleString("en")} wrong`);
    if (options.onlyWrong && isAsWanted(each)) continue;
    await output.write(writer.row(each));
  }
  bar.end();
  const isRecorded = (await resume?.end()) ?? true;
  await output.write(writer.end?.(summary) ?? "");
  await output.end();
  if (!writer.hasSummary) io.err(summaryText(summary, false));
  return { summary, isRecorded };
}

async function* worksOf(map: RedirectMap, base: string | undefined) {
  for await (const some of frugal(map.items())) yield some.flatMap((item) => workOf(item, base));
}

function followerOf(
  { content }: RedirectOptions,
  { settings: given, options }: Network,
  budget: Budget,
  kept: KeptConnections,
): Follow {
  const settings = { ...given, budget };
  const { maxRedirects, timeout } = settings;
  const follow = { send: plainSender(settings, options, kept), maxRedirects, content, budget };
  return async (url, method) => {
    const stop = new AbortController();
    const late = () => stop.abort(new HttpFailure("timeout", `No answer came within ${timeout / 1000} s.`));
    const timer = setTimeout(late, timeout);
    try {
      return await followPlainly(url, method, follow, stop.signal);
    } finally {
      clearTimeout(timer);
    }
  };
}

function keyOf(
  { base = "", method, mostRedirects, content, sameSite }: RedirectOptions,
  { settings: { guarded, maxRedirects, userAgent }, given }: Network,
) {
  return {
    base,
    method,
    maxChain: `${mostRedirects} of ${maxRedirects}`,
    allowed: guarded ? "public" : "all",
    content: content ? "read" : "",
    ...(sameSite && { sameSite }),
    userAgent,
    // Results depend on the network flags too.
    ...(given !== "" && { network: Bun.hash(given).toString(36) }),
  };
}
