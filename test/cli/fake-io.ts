import type { Io } from "../../src/cli/command.ts";
import { run } from "../../src/cli/run.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Content of written files by name. */
  readonly written: Readonly<Record<string, string>>;
}

/** Texts as UTF-8 chunks in one buffer: reading a chunk overwrites the previous one. */
export async function* fleeting(
  texts: readonly string[] | AsyncIterable<string>,
): AsyncGenerator<Uint8Array> {
  for await (const text of texts) {
    const bytes = new TextEncoder().encode(text);
    yield bytes;
    bytes.fill(0xff);
  }
}

interface World extends Partial<Omit<Io, "input">> {
  /** Chunks of standard input. */
  readonly input?: readonly string[] | AsyncIterable<string>;
  readonly env?: Readonly<Record<string, string>>;
  /** Content of files by name. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Runs a command line in this process. */
export async function cli(
  args: readonly string[],
  { input = [], env = {}, files = {}, ...io }: World = {},
): Promise<Ran> {
  const { io: world, printed } = ioOf({ input, env, files, ...io });
  const code = await run(args, env, world);
  return { code, ...printed() };
}

/** World of a command, and what it printed and wrote. */
export function ioOf({ input = [], env = {}, files = {}, ...io }: World): {
  readonly io: Io;
  readonly printed: () => Omit<Ran, "code">;
} {
  let out = "";
  let err = "";
  const written: Record<string, string> = {};
  const world: Io = {
    out: (text) => {
      out += typeof text === "string" ? text : new TextDecoder().decode(text);
    },
    err: (text) => {
      err += text;
    },
    environment: env,
    directory: "/",
    errTake: (bytes) => {
      err += new TextDecoder().decode(bytes);
      return bytes.length;
    },
    input: () => fleeting(input),
    readFile: async (path) => {
      const text = files[path];
      if (text === undefined) throw missing(path);
      return text;
    },
    appendFile: async (path, text) => {
      written[path] = `${written[path] ?? files[path] ?? ""}${text}`;
    },
    writeFile: async (path, text) => {
      written[path] = text;
    },
    replaceFile: async (path, text) => {
      written[path] = text;
    },
    writeNew: async (path, text) => {
      if (files[path] !== undefined || written[path] !== undefined)
        throw Object.assign(new Error("EEXIST"), { code: "EEXIST" });
      written[path] = text;
    },
    openFile: async function* (path) {
      const text = files[path];
      if (text === undefined) throw missing(path);
      yield text;
    },
    openBytes: async function* (path) {
      const text = files[path];
      if (text === undefined) throw missing(path);
      yield new TextEncoder().encode(text);
    },
    colour: false,
    outIsTerminal: false,
    inIsTerminal: false,
    errIsTerminal: false,
    columns: 80,
    signal: new AbortController().signal,
    clock: () => Date.parse("2026-11-20T10:00:00Z"),
    ...io,
  };
  return { io: world, printed: () => ({ out, err, written }) };
}

/** Error for a missing file, equal to that of the system. */
function missing(path: string): Error {
  return Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), { code: "ENOENT" });
}
