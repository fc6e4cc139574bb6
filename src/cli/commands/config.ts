import { geoSettings } from "../../server/wiring.ts";
import { environmentName, optionNames } from "../../settings/options.ts";
import { type Call, type Command, EXIT, notWith } from "../command.ts";
import { flagsOf } from "../input/flag-table.ts";
import { table } from "../render/text.ts";

export const config: Command = {
  name: "config",
  usage: "",
  summary: "Print every setting with its value and source, the databases in use, and invalid probe modules",
  notes: [
    "A flag takes precedence over NETLENS_… in the environment, that over the --config file, and that over the default.",
  ],
  flags: flagsOf("config"),
  unused: [notWith("verify", ["json"])],
  examples: ["NETLENS_LISTEN=:80 netlens config"],
  async run(call) {
    const { config, flags, io } = call;
    if (flags["verify"] === true) return verify(call);
    const { sources } = config;
    if (flags["json"] === true) await io.out(`${JSON.stringify(sources)}\n`);
    else
      await io.out(
        `${table([
          ["SETTING", "VALUE", "SOURCE", "ENVIRONMENT"],
          ...optionNames.map((name) => [
            name,
            sources[name].text || '""',
            sources[name].source,
            environmentName(name),
          ]),
        ])}\n${await databases(call)}`,
      );
    return checkModules(call);
  },
};

/** Reports probe modules that answer 400; fails if one is invalid. @throws ModuleError */
async function checkModules({ config: { settings }, io }: Call): Promise<number> {
  if (settings.probe.config === "") return EXIT.done;
  const { loadModules, unusableModules } = await import("../../jobs/probe/load-modules.ts");
  const { faults, others } = unusableModules(await loadModules(settings, io.clock()));
  for (const fault of faults) io.err(`netlens: ${fault}\n`);
  if (others !== "") io.err(`netlens: probe modules of other probers answer 400: ${others}\n`);
  return faults.length > 0 ? EXIT.failed : EXIT.done;
}

/** Reads every record of the database files in use. */
async function verify({ config, io }: Call): Promise<number> {
  const { openGeo } = await import("../../ip/geo.ts");
  const { openDatabase, verifyAll } = await import("../../ip/verify-records.ts");
  const geo = await openGeo(geoSettings(config.settings), () => {});
  const files = geo.describe(io.clock()).filter(({ bundled }) => !bundled);
  geo.close();
  let code: number = EXIT.done;
  for (const { file } of files) {
    try {
      const database = openDatabase(file, "map");
      const records = await verifyAll(database).finally(database.close);
      await io.out(`${file}: ok, records: ${records}\n`);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      io.err(`netlens: ${error.message}\n`);
      code = EXIT.failed;
    }
  }
  if (files.length === 0)
    await io.out("no database files are in use; those inside the executable need no check\n");
  return code;
}

/** Databases in use, with the attributions that their licences require. */
async function databases({ config, io }: Call): Promise<string> {
  const { attributionsOf, openGeo } = await import("../../ip/geo.ts");
  const geo = await openGeo(geoSettings(config.settings), () => {});
  const list = geo.describe(io.clock());
  geo.close();
  return [
    table([
      ["DATABASE", "TYPE", "BUILT"],
      ...list.map(({ file, bundled, type, buildDate }) => [
        `${file}${bundled ? " (built in)" : ""}`,
        type,
        buildDate?.slice(0, 10) ?? "",
      ]),
    ]),
    ...attributionsOf(list).map(({ text, url }) => `${text.includes(url) ? text : `${text}, ${url}`}\n`),
  ].join("");
}
