import { type Call, UsageError } from "../command.ts";
import { fileError } from "./file-error.ts";

/** Expands `@FILE` arguments, lists of URLs, into standard input. */
export function withLists(call: Call): Call {
  const { positionals, io } = call;
  if (!positionals.some((given) => given.startsWith("@"))) return call;
  if (positionals.includes("-")) throw new UsageError("name URLs and @FILEs, or - for standard input");
  async function* input(): AsyncGenerator<Uint8Array> {
    for (const given of positionals) {
      if (given.startsWith("@")) yield* bytesOf(given.slice(1), io);
      yield Buffer.from(given.startsWith("@") ? "\n" : `${given}\n`);
    }
  }
  const wanted = { input: { value: input }, inIsTerminal: { value: false } };
  return { ...call, positionals: ["-"], io: Object.create(io, wanted) as Call["io"] };
}

async function* bytesOf(path: string, io: Call["io"]): AsyncGenerator<Uint8Array> {
  try {
    yield* io.openBytes(path);
  } catch (error) {
    throw fileError("list of URLs", path, error);
  }
}
