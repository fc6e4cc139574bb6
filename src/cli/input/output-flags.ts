/** `--write-out`, `--silent` and `--fail` of `http`, as in curl. */

import type { HttpReport, HttpStep } from "../../http/schema.ts";
import { type Call, EXIT, type Flag, UsageError } from "../command.ts";
import { fileError } from "./file-error.ts";
import { flagsOf } from "./flag-table.ts";

export const outputFlags: Readonly<Record<string, Flag>> = flagsOf("output flags");

interface Ending {
  /** Remembers a written report. */
  readonly add: (report: HttpReport) => void;
  /** Prints the text of --write-out and returns the exit code. */
  readonly write: () => Promise<number>;
}

/** Applies `--silent`, and prepares the end of the output. */
export function withEnding(call: Call): { readonly call: Call; readonly end: Ending } {
  const { flags, io } = call;
  const { "write-out": format } = flags;
  if (format !== undefined && call.positionals[0] === "-")
    throw new UsageError("--write-out needs URLs as arguments, not standard input");
  const isSilent = flags["silent"] === true;
  let isBad = false;
  const wanted = isSilent ? { errIsTerminal: { value: false }, inIsTerminal: { value: false } } : {};
  const reports: HttpReport[] = [];
  return {
    call: { ...call, io: Object.create(io, wanted) as Call["io"] },
    end: {
      add(report) {
        const { status } = report;
        isBad ||= typeof status === "number" && status >= 400;
        if (format !== undefined) reports.push(report);
      },
      async write() {
        if (typeof format === "string") {
          const text = format.startsWith("@") ? await formatOf(format.slice(1), call) : format;
          for (const report of reports) await io.out(writeOut(text, report, io.err));
        }
        return flags["fail"] === true && isBad ? EXIT.failed : EXIT.done;
      },
    },
  };
}

async function formatOf(path: string, { io }: Call): Promise<string> {
  return await io
    .readFile(path)
    .catch((error: unknown) => Promise.reject(fileError("--write-out", path, error)));
}

const ESCAPES = new Map([
  ["\\n", "\n"],
  ["\\r", "\r"],
  ["\\t", "\t"],
]);

/** curl(1), --write-out. Unknown variables are reported and print nothing, as in curl. */
function writeOut(format: string, report: HttpReport, warn: (text: string) => void): string {
  const last = report.steps.at(-1);
  if (!last) return "";
  return format.replace(
    /%%|\\[nrt]|%header\{([^{}]*)\}|%\{([^{}]*)\}/g,
    (whole, field: string | undefined, name: string | undefined) => {
      if (whole === "%%") return "%";
      if (field !== undefined) return fieldOf(last, field.toLowerCase());
      if (name === undefined) return ESCAPES.get(whole) ?? whole;
      if (name === "json")
        return JSON.stringify(
          Object.fromEntries([...VARIABLES].map(([each, of]) => [each, of(report, last)])),
        );
      const value = VARIABLES.get(name)?.(report, last);
      if (value === undefined) warn(`netlens: --write-out: unknown variable ${name}\n`);
      return typeof value === "number" && name.startsWith("time_") ? value.toFixed(6) : String(value ?? "");
    },
  );
}

function fieldOf({ headers }: HttpStep, wanted: string): string {
  return headers.find(({ name }) => name === wanted)?.value ?? "";
}

type Variable = (report: HttpReport, last: HttpStep) => string | number;

/** Seconds from the start to the end of a stage, summed over redirects as in curl. */
const until =
  (...stages: readonly ("dns" | "tcp" | "proxy" | "tls" | "firstByte")[]): Variable =>
  ({ steps }) =>
    steps.reduce(
      (sum, { timeStages }) => sum + stages.reduce((ms, stage) => ms + (timeStages[stage] ?? 0), 0),
      0,
    ) / 1000;

const code: Variable = (_, { status }) => String(status).padStart(3, "0");

const VARIABLES: ReadonlyMap<string, Variable> = new Map<string, Variable>([
  ["content_type", (_, last) => fieldOf(last, "content-type")],
  ["errormsg", (_, { error }) => error?.message ?? ""],
  ["exitcode", ({ status }) => (status === "error" ? EXIT.failed : EXIT.done)],
  ["http_code", code],
  ["http_version", (_, { httpVersion }) => httpVersion],
  ["num_headers", (_, { headers }) => headers.length],
  ["num_redirects", ({ steps }) => steps.length - 1],
  ["redirect_url", ({ stop }, { location = "" }) => (stop === "done" ? "" : location)],
  ["remote_ip", (_, { ip }) => ip],
  ["remote_port", (_, { request }) => request.port],
  ["response_code", code],
  ["scheme", (_, { request }) => request.protocol.replace(":", "")],
  ["size_download", (_, { body }) => body?.wireBytes ?? 0],
  [
    "speed_download",
    ({ timeTotal }, { body }) => Math.round(((body?.wireBytes ?? 0) * 1000) / (timeTotal || 1)),
  ],
  ["ssl_verify_result", (_, { tls }) => (tls?.authorized === false ? 1 : 0)],
  [
    "time_appconnect",
    (report, last) =>
      last.timeStages.tls === undefined ? 0 : until("dns", "tcp", "proxy", "tls")(report, last),
  ],
  ["time_connect", until("dns", "tcp")],
  ["time_namelookup", until("dns")],
  ["time_pretransfer", until("dns", "tcp", "proxy", "tls")],
  ["time_redirect", ({ timeTotal }, last) => (timeTotal - last.timeTotal) / 1000],
  ["time_starttransfer", until("dns", "tcp", "proxy", "tls", "firstByte")],
  ["time_total", ({ timeTotal }) => timeTotal / 1000],
  ["url", ({ url }) => url],
  ["url_effective", (_, { request }) => request.url],
]);
