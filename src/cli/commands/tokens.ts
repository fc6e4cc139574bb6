import {
  CALLS,
  isTokenName,
  NAME_FORM,
  parseTokens,
  TokensError,
  tokenOf,
  tokenRow,
} from "../../server/tokens.ts";
import { type Call, type Command, EXIT, UsageError } from "../command.ts";
import { fileError } from "../file-error.ts";

export const tokens: Command = {
  name: "tokens",
  usage: "add NAME",
  completes: ["add"],
  summary: "Make a token for the service, print it once, and add its hash to the file of --tokens",
  notes: [
    "A line of the file is NAME sha256:HASH RATE CALLS. RATE is such as 600/1m, off for no limit, or - for --rate-limit. CALLS is all, or some of the words of --may, separated by commas. The line `anonymous - RATE CALLS` lets callers without a token in. Delete a line to take its token away. A new file is readable by its owner alone: the service's account has to be able to read it.",
    "SIGHUP makes a running service read the file again; a file with a wrong line is refused as a whole, and the tokens of before stay.",
  ],
  flags: {
    rate: {
      type: "string",
      value: "N/TIME|off",
      help: "requests allowed with this token and period [that of --rate-limit]",
    },
    may: {
      type: "string",
      value: "CALL,…",
      help: `what it may call: ${CALLS.join(", ")}, or all; pages and assistants look up URLs only with http as well [all]`,
    },
  },
  examples: [
    "netlens tokens add ci --tokens /etc/netlens/tokens --rate 600/1m --may http,problems",
    "netlens serve --tokens /etc/netlens/tokens",
  ],
  async run(call) {
    const { io, positionals, flags, config } = call;
    const [verb, name, ...more] = positionals;
    if (verb !== "add" || name === undefined || more.length > 0)
      throw new UsageError("tokens: did you mean `netlens tokens add NAME`?");
    const path = config.settings.api.tokens;
    if (path === "") throw new UsageError("tokens: name the file with --tokens FILE");
    if (!isTokenName(name)) throw new UsageError(`tokens: expected a name: ${NAME_FORM}`);
    const before = await textOf(path, call);
    const token = tokenOf(crypto.getRandomValues(new Uint8Array(32)));
    const text = (flag: string, otherwise: string) => String(flags[flag] ?? otherwise);
    const row = tokenRow(token, name, text("rate", "-"), text("may", "all"));
    const lines = `${before === "" || before.endsWith("\n") ? "" : "\n"}${row}\n`;
    try {
      parseTokens(`${before}${lines}`, path, () => false);
    } catch (error) {
      if (error instanceof TokensError) throw new UsageError(error.message);
      throw error;
    }
    try {
      await io.appendFile(path, lines, 0o600);
    } catch (error) {
      throw fileError("--tokens", path, error);
    }
    await io.out(`${token}\n`);
    io.err(`netlens: ${path} has the hash of "${name}" alone: keep the token, it is not shown again\n`);
    return EXIT.done;
  },
};

/** What stands in the file; `""` where there is none yet. */
async function textOf(path: string, { io }: Call): Promise<string> {
  try {
    return await io.readFile(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw fileError("--tokens", path, error);
  }
}
