/**
 * Rewrites the golden files of the tests: explained lines, titles of problems, parsed values, records of
 * databases, recognised user agents, output of commands, responses and description of the API, pages, and the
 * index of the user agent tables. Read the difference line by line before you commit it.
 *
 *   bun build/golden.ts
 */

import { Glob } from "bun";
import { problemKinds } from "../src/headers/problem-kinds.ts";
import { renderSession, sessionsOf } from "../test/cli/golden/render.ts";
import { findingsTold } from "../test/headers/golden/findings.ts";
import {
  casesOf,
  intentOf,
  renderLines,
  renderVerdicts,
  statusSentences,
  VERDICT_FILES,
} from "../test/headers/golden/lines.ts";
import { renderKinds } from "../test/http/golden/render.ts";
import { renderRecord } from "../test/ip/golden/render.ts";
import { renderApi } from "../test/server/golden/api.ts";
import { describedApi, renderExchanges } from "../test/server/golden/render.ts";
import { renderGrammar } from "../test/syntax/render.ts";
import { agentAsText } from "../test/useragent/golden/agent-text.ts";
import { renderView } from "../test/view/golden/render.ts";
import { renderPage, requestsOf } from "../test/web/golden/render.ts";

const folder = new URL("../test/headers/golden/", import.meta.url).pathname;
for (const file of new Glob("*.txt").scanSync(`${folder}lines`))
  await update(`${folder}lines/${file}`, renderLines);
for (const [file, names] of Object.entries(VERDICT_FILES))
  await update(`${folder}verdicts/${file}`, renderVerdicts(names));
await update(`${folder}intents.txt`, intentOf);
const kinds = problemKinds();
for (const id of kinds.keys()) await Bun.write(`${folder}problems/${id}.txt`, `${findingsTold(id)}\n`);
for (const file of new Glob("*.txt").scanSync(`${folder}problems`))
  if (!kinds.has(file.replace(".txt", ""))) await Bun.file(`${folder}problems/${file}`).delete();
await Bun.write(`${folder}statuses.txt`, statusSentences());
const values = new URL("../test/syntax/golden/", import.meta.url).pathname;
for (const file of new Glob("*.txt").scanSync(values))
  await update(`${values}${file}`, renderGrammar(file.replace(".txt", "")));
await Bun.write(new URL("../test/http/golden/kinds.txt", import.meta.url), renderKinds());
await update(new URL("../test/ip/golden/records.txt", import.meta.url).pathname, renderRecord);
const agents = new URL("../test/useragent/golden/", import.meta.url).pathname;
for (const file of new Glob("*.txt").scanSync(agents)) await update(`${agents}${file}`, agentAsText);
await update(new URL("../test/view/golden/answers.txt", import.meta.url).pathname, renderView);
const sessions = new URL("../test/cli/golden/sessions.txt", import.meta.url).pathname;
const printed = sessionsOf(await Bun.file(sessions).text()).map(renderSession);
await Bun.write(sessions, (await Promise.all(printed)).join(""));
const exchanges = new URL("../test/server/golden/exchanges.txt", import.meta.url).pathname;
const answered = await renderExchanges(casesOf(await Bun.file(exchanges).text()).map(({ given }) => given));
await Bun.write(exchanges, `${answered.join("\n\n")}\n`);
await Bun.write(new URL("../test/server/golden/api.txt", import.meta.url), renderApi(await describedApi()));
const pages = new URL("../test/web/golden/pages.txt", import.meta.url).pathname;
let drawn = "";
for (const request of requestsOf(await Bun.file(pages).text())) drawn += await renderPage(request);
await Bun.write(pages, drawn);

async function update(path: string, render: (given: readonly string[]) => string): Promise<void> {
  const cases = casesOf(await Bun.file(path).text());
  await Bun.write(path, `${cases.map(({ given }) => render(given)).join("\n\n")}\n`);
}
