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
import { fileError } from "../input/file-error.ts";

export const tokens: Command = {
  name: "tokens",
  usage: "add NAME",
  completes: ["add"],
  summary: "Create a token for the service, print it once, and add its hash to the --tokens file",
  notes: [
    "Each line of the file is NAME sha256:HASH RATE CALLS. RATE is a rate such as 600/1m, off for no limit, or - for that of --rate-limit. CALLS is all, or words of --may separated by commas. The line `anonymous - RATE CALLS` admits callers without a token; its all does not include reports. To revoke a token, delete its line. A new file is readable only by its owner, so give the service's account access to it.",
    "On SIGHUP, a running service reads the file again; if any line is invalid, it refuses the whole file and keeps the previous tokens.",
  ],
  flags: {
    rate: {
      type: "string",
      value: "N/TIME|off",
      help: "requests allowed per period with this token [that of --rate-limit]",
    },
    may: {
      type: "string",
      value: "CALL,…",
      help: `what the token may call: ${CALLS.join(", ")}, or all; pages and assistants also need http to look up URLs [all]`,
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
    io.err(
      `netlens: save the token now: it is not shown again, and ${path} holds only the hash of "${name}"\n`,
    );
    return EXIT.done;
  },
};

/** Text of the file; `""` if it does not exist yet. */
async function textOf(path: string, { io }: Call): Promise<string> {
  try {
    return await io.readFile(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw fileError("--tokens", path, error);
  }
}
