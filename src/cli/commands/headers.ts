import { NetlensError } from "../../api/errors.ts";
import { type Call, type Command, EXIT, type Flag, REPORT_FORMATS, UsageError } from "../command.ts";
import { fileError } from "../input/file-error.ts";
import { flagsOf } from "../input/flag-table.ts";
import { openOutputs } from "../input/outputs.ts";
import { openProject } from "../input/project.ts";
import { promptInput } from "../render/progress.ts";
import { decoded } from "../stream/decoded.ts";
import { reportFlags, reportUnused } from "./http.ts";

/** Flags of what-if questions. */
const questionFlags: Readonly<Record<string, Flag>> = flagsOf("question flags");

const isLog = ([file = ""]: readonly string[]) => /\.har$/i.test(file);

export const headers: Command = {
  name: "headers",
  usage: "[FILE|-]",
  completes: "files",
  summary: "Explain the header lines of a response, from a file or standard input",
  notes: [
    "Reads bare header lines, the output of curl -i or curl -v, or response headers copied from a browser. A file that ends with .har is read as by the har command.",
    "The exit code is 2 if no line is a header line, and 4 if nothing could be checked.",
  ],
  flags: { ...reportFlags, ...flagsOf("headers"), ...questionFlags },
  unused: [
    ...reportUnused,
    {
      flags: ["full"],
      when: ({ flags, positionals }) => flags["verbose"] === undefined && isLog(positionals),
      where: "on a HAR log without --verbose",
    },
    {
      flags: ["status", "url", "method", "header", "received-at", ...Object.keys(questionFlags)],
      when: ({ positionals }) => isLog(positionals),
      where: "with a HAR log",
    },
  ],
  examples: [
    "curl -si https://example.com/ | netlens headers",
    "netlens headers --fail-on warning response.txt",
  ],
  async run(given) {
    if (isLog(given.positionals)) return await (await import("./har.ts")).har.run(given);
    const outputs = await openOutputs(given, REPORT_FORMATS);
    const { call } = outputs;
    const { flags, lists, io, positionals } = call;
    if (positionals.length > 1) throw new UsageError("headers: name one file, or - for standard input");
    const { decodeHeaders } = await import("../../http/decode.ts");
    const { whatIfQuestions } = await import("../input/what-if.ts");
    const { judge, readAssertions } = await import("../input/assertions.ts");
    const { formatOf, recipesNeeded } = await import("../formats/table.ts");
    const { sourceFile } = await import("../input/source-file.ts");
    const assertions = await readAssertions(
      call,
      await openProject(call),
      typeof flags["url"] === "string" ? { url: flags["url"] } : {},
    );
    const path = positionals[0] ?? "-";
    if (path === "-") promptInput(io, "header lines");
    const text = await read(path, call);
    // Empty input is an error: the command that writes into the pipe may have failed.
    if (text.trim() === "") throw new UsageError("headers: the input is empty");
    const status = flags["status"];
    const report = decodeHeaders(
      {
        headers: [text],
        ...(typeof status === "string" && { status: /^\d{3}$/.test(status) ? Number(status) : status }),
        ...(flags["url"] !== undefined && { url: flags["url"] }),
        ...(flags["method"] !== undefined && { method: flags["method"] }),
        ...(flags["received-at"] !== undefined && { receivedAt: flags["received-at"] }),
        ...(lists["header"] && { requestHeaders: lists["header"] }),
        ...whatIfQuestions(call),
      },
      io.clock(),
      { partialRequest: true, how: recipesNeeded(call) },
    );
    const judged = judge(report, assertions);
    await outputs.add(judged);
    const file = path === "-" ? undefined : sourceFile(path, text, report.headers);
    await io.out((await formatOf(call)).write([judged], call, file));
    await outputs.end(file);
    const { isReadable } = await import("../../http/unchecked.ts");
    return judged.code === EXIT.done && !isReadable(report) ? EXIT.usage : judged.code;
  },
};

/** Reads at most as much as the service accepts. */
async function read(path: string, { io, config }: Call): Promise<string> {
  const most = config.settings.server.maxRequestBody;
  const from = path === "-" ? "the input" : path;
  let text = "";
  try {
    for await (const chunk of path === "-" ? decoded(io.input()) : io.openFile(path)) {
      text += chunk;
      if (text.length > most) break;
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw fileError("headers", from, error);
  }
  if (text.length > most)
    throw new NetlensError("too-large", `headers: ${from} has more than ${most} bytes (--max-request-body).`);
  return text;
}
