/** `netlens X`: finds the command for X like the web page's search box. Pure. */

import { optionNames } from "../../settings/options.ts";
import { hintText, parseQuestion, type Question, unknownWord } from "../../view/parse-question.ts";
import { parseArguments } from "../arguments.ts";
import { type Command, type Io, UsageError } from "../command.ts";
import { nearest } from "./did-you-mean.ts";

const COMMANDS: Readonly<Record<OneQuestion["kind"], string>> = {
  url: "http",
  address: "ip",
  agent: "useragent",
  status: "status",
  headers: "headers",
  visitor: "visitor",
};

export interface BoxCall {
  readonly command: Command;
  readonly positionals: readonly string[];
  readonly io: Io;
}

/**
 * Finds the command for arguments without one; several words must be of one kind.
 * @param args the whole command line
 * @throws UsageError for an unknown word, with a suggestion
 */
export async function boxCall(
  args: readonly string[],
  commands: readonly Command[],
  io: Io,
): Promise<BoxCall> {
  const [first = ""] = args;
  if (isWord(first)) throwIfSlip(first, commands);
  const { positionals, help } = parseArguments(boxOf(commands), args, optionNames);
  const named = positionals.find((text) => commands.some(({ name }) => name === text));
  if (named !== undefined || (positionals.length === 0 && !help))
    throw new UsageError(`the command must come before ${first}: netlens ${named ?? "COMMAND"} ${first}`);
  const questions = positionals.flatMap(questionsOf);
  const command = (kind: OneQuestion["kind"]): Command => {
    const found = commands.find(({ name }) => name === COMMANDS[kind]);
    if (!found) throw new Error(`There is no command ${COMMANDS[kind]}.`);
    return found;
  };
  await Promise.all(positionals.filter(isWord).map((word) => throwIfUnknown(word, questions, commands)));
  const seen = visitorOf(questions);
  if (seen) return { command: command("visitor"), positionals: seen, io };
  const kinds = new Set(questions.map(({ kind }) => kind));
  const [kind = "agent", other] = kinds;
  if (other !== undefined)
    throw new UsageError(
      `these are for different commands, netlens ${COMMANDS[kind]} and netlens ${COMMANDS[other]}: look up one kind at a time`,
    );
  if (kind !== "headers") return { command: command(kind), positionals: questions.map(textOf), io };
  const lines = `${questions.map(textOf).join("\n")}\n`;
  return { command: command(kind), positionals: ["-"], io: withInput(io, lines) };
}

/** One address followed by a user agent, possibly in several words. */
function visitorOf(questions: readonly OneQuestion[]): readonly [address: string, agent: string] | undefined {
  const { address = [], agent = [], ...others } = Object.groupBy(questions, ({ kind }) => kind);
  if (address.length !== 1 || agent.length === 0 || Object.keys(others).length > 0) return undefined;
  return [address.map(textOf).join(), agent.map(textOf).join(" ")];
}

/** True for a single word, which may be a command or a product's name. */
function isWord(text: string): boolean {
  return /^[a-z][a-z-]{0,19}$/i.test(text);
}

function throwIfSlip(given: string, commands: readonly Command[]): void {
  const slip = { given, known: commands.map(({ name }) => name) };
  if (nearest(slip) !== undefined) throw new UsageError(`unknown command "${given}"`, slip);
}

/** @throws UsageError for a single word that is not a known user agent either */
async function throwIfUnknown(
  word: string,
  questions: readonly Question[],
  commands: readonly Command[],
): Promise<void> {
  if (!questions.some((question) => question.kind === "agent" && question.text === word)) return;
  const { lookupUserAgent } = await import("../../useragent/lookup.ts");
  const hint = unknownWord(word, lookupUserAgent(word));
  if (hint)
    throw new UsageError(
      `"${word}" is not a command, URL, IP address, user agent or status code. Did you mean ${hint.url}? Commands are ${commands.map(({ name }) => name).join(", ")}`,
    );
}

/** Command that accepts the flags of all possible commands; the chosen one checks them. */
function boxOf(commands: readonly Command[]): Command {
  const targets = new Set(Object.values(COMMANDS));
  const flags = commands
    .filter(({ name }) => targets.has(name))
    .map((command) => Object.entries(command.flags));
  return {
    name: "http",
    usage: "X",
    summary: "",
    // The chosen command checks the values, which differ between commands.
    flags: Object.fromEntries(flags.flat().map(([name, { words: _, ...flag }]) => [name, flag])),
    run: () => Promise.reject(new Error("It only reads flags.")),
  };
}

type OneQuestion = Exclude<Question, { kind: "list" | "hint" }>;

function questionsOf(text: string): OneQuestion[] {
  const question = parseQuestion(text);
  if (question.kind === "hint") throw new UsageError(`${text}: ${hintText(question)}`);
  return question.kind === "list" ? question.items.flatMap((item) => questionsOf(item.text)) : [question];
}

function textOf(question: OneQuestion): string {
  return question.kind === "status" ? String(question.code) : question.text;
}

/** Replaces standard input. Inherits from `io`: a copy would call the getters, which query the terminal. */
function withInput(io: Io, text: string): Io {
  async function* input(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(text);
  }
  return Object.create(io, { input: { value: input }, inIsTerminal: { value: false } }) as Io;
}
