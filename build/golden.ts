/**
 * Updates the golden files of the tests. Read the difference line by line. They contain lines as the engine
 * explains them, titles of problems, parsed values, records of databases, recognised user agents, output of
 * commands, answers and description of the API, pages, and the index of the user agent tables.
 *
 *   bun build/golden.ts
 */

import { Glob } from "bun";
import { problemKinds } from "../src/headers/problem-kinds.ts";
import { sessionsOf, toldOfSession } from "../test/cli/golden/told.ts";
import { findingsTold } from "../test/headers/golden/findings.ts";
import {
  casesOf,
  intentOf,
  statusSentences,
  toldOf,
  VERDICT_FILES,
  verdictsTold,
} from "../test/headers/golden/lines.ts";
import { toldOfKinds } from "../test/http/golden/told.ts";
import { toldOfRecord } from "../test/ip/golden/told.ts";
import { toldOfApi } from "../test/server/golden/api.ts";
import { describedApi, toldOfServer } from "../test/server/golden/told.ts";
import { toldOfGrammar } from "../test/syntax/told.ts";
import { agentAsText } from "../test/useragent/golden/agent-text.ts";
import { toldOfView } from "../test/view/golden/told.ts";
import { requestsOf, toldOfPage } from "../test/web/golden/told.ts";

const folder = new URL("../test/headers/golden/", import.meta.url).pathname;
for (const file of new Glob("*.txt").scanSync(`${folder}lines`))
  await retell(`${folder}lines/${file}`, toldOf);
for (const [file, names] of Object.entries(VERDICT_FILES))
  await retell(`${folder}verdicts/${file}`, verdictsTold(names));
await retell(`${folder}intents.txt`, intentOf);
const kinds = problemKinds();
for (const id of kinds.keys()) await Bun.write(`${folder}problems/${id}.txt`, `${findingsTold(id)}\n`);
for (const file of new Glob("*.txt").scanSync(`${folder}problems`))
  if (!kinds.has(file.replace(".txt", ""))) await Bun.file(`${folder}problems/${file}`).delete();
await Bun.write(`${folder}statuses.txt`, statusSentences());
const values = new URL("../test/syntax/golden/", import.meta.url).pathname;
for (const file of new Glob("*.txt").scanSync(values))
  await retell(`${values}${file}`, toldOfGrammar(file.replace(".txt", "")));
await Bun.write(new URL("../test/http/golden/kinds.txt", import.meta.url), toldOfKinds());
await retell(new URL("../test/ip/golden/records.txt", import.meta.url).pathname, toldOfRecord);
const agents = new URL("../test/useragent/golden/", import.meta.url).pathname;
for (const file of new Glob("*.txt").scanSync(agents)) await retell(`${agents}${file}`, agentAsText);
await retell(new URL("../test/view/golden/answers.txt", import.meta.url).pathname, toldOfView);
const sessions = new URL("../test/cli/golden/sessions.txt", import.meta.url).pathname;
const printed = sessionsOf(await Bun.file(sessions).text()).map(toldOfSession);
await Bun.write(sessions, (await Promise.all(printed)).join(""));
const exchanges = new URL("../test/server/golden/exchanges.txt", import.meta.url).pathname;
const answered = await toldOfServer(casesOf(await Bun.file(exchanges).text()).map(({ asked }) => asked));
await Bun.write(exchanges, `${answered.join("\n\n")}\n`);
await Bun.write(new URL("../test/server/golden/api.txt", import.meta.url), toldOfApi(await describedApi()));
const pages = new URL("../test/web/golden/pages.txt", import.meta.url).pathname;
let drawn = "";
for (const request of requestsOf(await Bun.file(pages).text())) drawn += await toldOfPage(request);
await Bun.write(pages, drawn);

async function retell(path: string, told: (asked: readonly string[]) => string): Promise<void> {
  const cases = casesOf(await Bun.file(path).text());
  await Bun.write(path, `${cases.map(({ asked }) => told(asked)).join("\n\n")}\n`);
}
