/** Sources that today's policy lets in, and nothing that was seen needs. Pure. */

import type { Task } from "../../api/cooperative.ts";
import { PAGE } from "../../api/limits.ts";
import { operative } from "../../headers/verdicts/policy-directives.ts";
import { checkLoad } from "../../headers/verdicts/policy-loads.ts";
import { type CspPolicy, readPolicies } from "../../headers/verdicts/policy-parse.ts";
import type { SourceList } from "../../headers/verdicts/policy-sources.ts";
import { plural } from "../../headers/wording.ts";
import { DIRECTIVES, directivesOf, KEPT, type Seen } from "./directives.ts";

export function* beyondNeeds(seen: Seen): Task<string[]> {
  const policies = seen.page.enforced("chromium", Number.POSITIVE_INFINITY);
  if (policies.length === 0) return [`${seen.page.url.host} has no policy, which lets in everything`];
  const beyond: string[] = [];
  const known = new Set(seen.code.flatMap(({ sources }) => sources));
  let asked = 0;
  for (const policy of policies) {
    const names = Object.values(DIRECTIVES).filter((name) => !operative(policy, name));
    if (names.length > 0) beyond.push(`anything for ${names.join(", ")}, which no directive governs`);
    for (const [name, list] of policy.lists) {
      if (KEPT.has(name)) continue;
      beyond.push(...keywordsOf(name, list, known));
      for (const source of sourcesOf(list)) {
        yield;
        if (++asked > PAGE.sourcesCompared) continue;
        beyond.push(...sourceBeyond(name, source, policy, seen));
      }
    }
  }
  const left = asked - PAGE.sourcesCompared;
  if (left > 0)
    beyond.push(`${plural(left, "further source")} that ${left > 1 ? "were" : "was"} not compared`);
  return beyond;
}

function sourceBeyond(name: string, source: string, policy: CspPolicy, seen: Seen): string[] {
  if (!isNeeded(name, source, policy, seen)) return [`${name} ${source}`];
  const isAny = /^(?:\*|https?:)$/i.test(source);
  return isAny ? [`${name} ${source}, in place of the origins that are needed`] : [];
}

function keywordsOf(name: string, list: SourceList, known: ReadonlySet<string>): string[] {
  const idle = list.hashes
    .map((hash) => `'${hash}'`)
    .filter((hash) => /^'sha256/.test(hash) && !known.has(hash));
  return [
    ...(list.inline ? [`${name} 'unsafe-inline'`] : []),
    ...(list.eval ? [`${name} 'unsafe-eval', unless scripts need it`] : []),
    ...idle.map((hash) => `${name} ${hash}`),
  ];
}

function sourcesOf({ star, self, sources }: SourceList): string[] {
  return [...(star ? ["*"] : []), ...(self ? ["'self'"] : []), ...sources.map(({ text }) => text)];
}

/** Whether something that the directive governs is let in by this source. */
function isNeeded(name: string, source: string, policy: CspPolicy, { loads, page }: Seen): boolean {
  const alone = readPolicies({ name: "", value: `${name} ${source}`, index: 0 }, "chromium");
  return loads.some((load) => {
    const {
      reference: { as },
      urls,
    } = load;
    const asked = as === "script" || as === "style" ? [`${as}-src-elem`] : directivesOf(load);
    if (!asked.some((directive) => operative(policy, directive)?.from === name)) return false;
    return urls.some(
      (url, index) =>
        checkLoad({ as, url: url.href, ...(index > 0 && { redirected: true }) }, alone, page.url, "chromium")
          .allowed,
    );
  });
}
