import { duration, ValueError } from "../../settings/forms.ts";
import { type Call, type Command, EXIT, notWith, UsageError } from "../command.ts";
import { flagsOf } from "../input/flag-table.ts";
import { networkFlags, networkUnused, readNetwork } from "../input/network-options.ts";

export const watch: Command = {
  name: "watch",
  usage: "[report] FILE",
  completes: "files",
  summary: "Look up the targets of a project file and report changes",
  notes: [
    "FILE is a project file with [watch]: targets, alerts and channels. Runs one round, for a systemd timer or cron; --every repeats it, for containers. The exit code is 4 while there is a problem, and 1 if the state cannot be written or an alert cannot be delivered.",
    "The first answer of a target below 400 is its baseline, until --update-baseline accepts another. A problem is reported once, and again when it is fixed; problems that come and go are held back.",
    "report prints a page with the last 90 days and the changes of each target.",
  ],
  flags: { ...flagsOf("watch"), ...networkFlags },
  unused: [
    networkUnused,
    { flags: ["output"], when: ({ positionals }) => positionals[0] !== "report", where: "without report" },
    {
      flags: ["once", "every", "update-baseline", "json", ...Object.keys(networkFlags)],
      when: ({ positionals }) => positionals[0] === "report",
      where: "with report",
    },
    notWith("every", ["once", "update-baseline"]),
  ],
  examples: [
    "netlens watch netlens.toml",
    "netlens watch --every 5m /etc/netlens/watch.toml",
    "netlens watch report --output watch.html netlens.toml",
  ],
  async run(call) {
    const { io, positionals } = call;
    const isReport = positionals[0] === "report";
    const [file, more] = isReport ? positionals.slice(1) : positionals;
    if (file === undefined || more !== undefined)
      throw new UsageError(
        `watch: name one project file: netlens watch${isReport ? " report" : ""} netlens.toml`,
      );
    if (isReport) {
      const { writeWatchReport } = await import("../watch/report.ts");
      await writeWatchReport(file, call);
      return EXIT.done;
    }
    const every = intervalOf(call);
    const network = await readNetwork(call);
    const { openRounds } = await import("../watch/rounds.ts");
    const round = await openRounds(file, network, call);
    if (every === undefined) return await round();
    const { signal } = io;
    const stopped = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    // An interrupted round is recorded; the next one continues it.
    while (!signal.aborted) {
      const next = performance.now() + every;
      await Promise.race([round(), stopped]);
      await Promise.race([Bun.sleep(Math.max(0, next - performance.now())), stopped]);
    }
    return EXIT.done;
  },
};

function intervalOf({ flags }: Call): number | undefined {
  const { every } = flags;
  if (typeof every !== "string") return undefined;
  try {
    return duration(every);
  } catch (error) {
    if (error instanceof ValueError) throw new UsageError(`--every: ${error.message}`);
    throw error;
  }
}
