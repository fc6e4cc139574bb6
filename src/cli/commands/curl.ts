import type { Command } from "../command.ts";
import { http } from "./http.ts";

export const curl: Command = {
  ...http,
  name: "curl",
  usage: "OPTIONS URL|'LINE'|-",
  summary: "Fetch what a curl command would, and explain every response",
  notes: [
    "Takes curl's own options, with curl's meaning, and command lines from Copy as cURL in browsers, for bash and cmd: as they are, as one quoted word, or on standard input (-). Redirects are followed even without -L. Options that cannot be imitated are refused; ignored options are listed.",
    "Options of netlens go before: netlens http --json curl 'https://example.com/' -H 'Accept: text/html'.",
  ],
  flags: Object.fromEntries(
    Object.entries(http.flags).map(([name, flag]) => [name, { ...flag, hidden: true }]),
  ),
  examples: ["netlens curl -sSL -H 'Accept: text/html' https://example.com/", "pbpaste | netlens curl -"],
  async rewrite(args, io) {
    if (args.length === 0 || (args.length === 1 && /^(?:--help|-h)$/.test(args[0] ?? ""))) return args;
    const { httpWords } = await import("../input/curl-line.ts");
    return httpWords(args, io);
  },
};
