/** Draws sentences for users, and comments, to be read aloud by a person who did not write them. */

import { join } from "node:path";
import { Glob } from "bun";
import { productTables } from "../../../data/headers/products/index.ts";
import { standardTables } from "../../../data/headers/standard/index.ts";
import { problemReasons } from "../../../data/problem-reasons.ts";
import { problemWords } from "../../../data/problem-words.ts";
import { statusPractices } from "../../../data/status-practice.ts";
import { allKinds } from "../../../src/jobs/project/kinds.ts";
import { drawn } from "./draw.ts";
import { described, guide, titles } from "./statements.ts";
import { commentedFiles } from "./words.ts";

const root = join(import.meta.dir, "../../..");
/** Number of sentences from each of the ten kinds of text. */
const SHARE = 20;
/** Number of comments from each folder. */
const COMMENTS = { src: 100, build: 15, test: 15 } as const;

const read = (file: string) => Bun.file(join(root, file)).text();
const unique = (texts: readonly string[]) => [
  ...new Set(texts.map((text) => text.replaceAll(/\s+/g, " ").trim())),
];
/** Whether a text has at least four words, so it is not a name, a value or a label. */
const isSentence = (text: string) => (text.match(/[A-Za-z]{2,}(?=[\s.,:;!?)]|$)/g) ?? []).length >= 4;

/** Text between the tags of the golden pages. */
async function pages(): Promise<string[]> {
  const text = (await read("test/web/golden/pages.txt")).replace(/<(script|style)\b[\s\S]*?<\/\1>/g, "");
  return text
    .split(/<\/?(?:p|h\d|li|td|th|dt|dd|summary|div|legend|label|button|section|tr|caption)\b[^>]*>|\n/)
    .map((part) => part.replaceAll(/<[^>]*>/g, "").trim());
}

/** Output of commands, including help. */
const printed = async () =>
  (await read("test/cli/golden/sessions.txt")).replace(/^[$<>].*\n/gm, "\n").split(/\n{2,}|\n(?! {3,})/);

/** String literals of commands, jobs, server and pages: errors, labels, alerts, help. */
async function literals(): Promise<string[]> {
  const files = [
    ...new Glob("src/{api,cli,http,ip,jobs,mcp,server,settings,useragent,view,web}/**/*.ts").scanSync(root),
  ].sort();
  const texts = await Promise.all(files.map(read));
  return texts.flatMap((text) =>
    [...text.replace(/^\s*(?:\/?\*|\/\/).*$/gm, "").matchAll(/(["`])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map(
      ([, , literal = ""]) => literal,
    ),
  );
}

const api = async () =>
  [
    ...(await read("test/server/golden/api.txt")).matchAll(
      /^ +([A-Z].*)$|"(?:description|summary)":"([^"]+)"/gm,
    ),
  ].map(([, line, member]) => line ?? member ?? "");

async function pools(): Promise<Record<string, string[]>> {
  return {
    titles: await titles(),
    summaries: allKinds().map(([id, { summary }]) => `${id}: ${summary}`),
    whys: [
      ...[...problemWords].flatMap(([id, { why }]) => (why === undefined ? [] : `${id}: ${why}`)),
      ...problemReasons.map(([ids, why]) => `${ids}: ${why}`),
    ],
    headers: described([...standardTables, ...productTables]),
    statuses: [
      ...[...statusPractices].flatMap(([code, { sentWhen, clients, caches, advice }]) =>
        [sentWhen, clients, caches, advice].map((text) => `${code}: ${text}`),
      ),
      ...((await read("test/headers/golden/intents.txt")).match(/(?<=^ {2}~ ).+/gm) ?? []),
    ],
    guide: [
      ...(await guide()),
      ...(await read("README.md")).replace(/^```[\s\S]*?^```/gm, "").split(/\n{2,}/),
    ],
    api: await api(),
    pages: await pages(),
    printed: await printed(),
    literals: await literals(),
  };
}

/** Draws 20 sentences from each of ten kinds of place. */
export async function drawSentences(seed: number): Promise<void> {
  const draw = drawn(seed);
  for (const [pool, texts] of Object.entries(await pools())) {
    const sentences = unique(texts).filter(isSentence);
    console.log(`\n${pool}: ${SHARE} of ${sentences.length}`);
    for (const sentence of draw(sentences, SHARE)) console.log(`- ${sentence}`);
  }
}

/** Draws 130 comments of more than two words, each with its place. */
export async function drawComments(seed: number): Promise<void> {
  const draw = drawn(seed);
  for (const [folder, share] of Object.entries(COMMENTS)) {
    const comments: string[] = [];
    for (const file of commentedFiles().filter((path) => path.startsWith(`${folder}/`)))
      for (const [comment] of (await read(file)).matchAll(/^ *\/\*\*[\s\S]*?\*\/|(?:^ *\/\/ .*\n)+/gm)) {
        const text = comment
          .replaceAll(/^ *(?:\/\*\*|\*\/|\*|\/\/) ?|\*\/$/gm, "")
          .replaceAll(/\s+/g, " ")
          .trim();
        if (text.split(" ").length > 2) comments.push(`${file}: ${text}`);
      }
    console.log(`\n${folder}: ${share} of ${comments.length}`);
    for (const comment of draw(comments, share)) console.log(`- ${comment}`);
  }
}
