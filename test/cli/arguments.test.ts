import { describe, expect, test } from "bun:test";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { parseArguments } from "../../src/cli/arguments.ts";
import type { Command, Flag } from "../../src/cli/command.ts";
import { commandHelp } from "../../src/cli/help.ts";
import { commands } from "../../src/cli/table.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { aloneValue, type OptionName, optionNames, options } from "../../src/settings/options.ts";

const command: Command = {
  name: "some",
  usage: "",
  summary: "",
  flags: {
    quiet: { type: "boolean", short: "q", help: "" },
    form: { type: "string", short: "f", words: ["text", "json", "-", "=json"], help: "" },
    field: { type: "string", short: "F", repeats: true, help: "" },
  },
  run: async () => 0,
};

const read = (...args: readonly string[]) => parseArguments(command, args, optionNames);

describe("flags", () => {
  test.each<[string[], Record<string, unknown>]>([
    [["--form", "json"], { form: "json" }],
    [["--form=json"], { form: "json" }],
    [["-f", "json"], { form: "json" }],
    [["-fjson"], { form: "json" }],
    [["-f=json"], { form: "=json" }],
    [["-qfjson"], { quiet: true, form: "json" }],
    [["-qf", "json"], { quiet: true, form: "json" }],
    [["--form", "text", "--form", "json"], { form: "json" }],
    [["--form", "-"], { form: "-" }],
  ])("%j", (args, flags) => {
    expect(read(...args).flags).toEqual({ quiet: undefined, form: undefined, ...flags });
  });

  test("settings, lists, positionals and help are read", () => {
    const args = ["one", "-Fa", "--listen=:1", "-F", "b=c", "-", "--field=", "--config", "x", "-h"];
    expect(read(...args, "--", "-q", "--")).toEqual({
      positionals: ["one", "-", "-q", "--"],
      flags: { quiet: undefined, form: undefined },
      lists: { field: ["a", "b=c", ""] },
      settings: { listen: ":1" },
      configFile: "x",
      help: true,
      version: false,
    });
  });

  test.each([
    [["--browser", "a.test"], "on", ["a.test"]],
    [["--browser", "chromium", "a.test"], "chromium", ["a.test"]],
    [["--browser", "google-chrome-stable"], "google-chrome-stable", []],
    [["--browser", "/opt/x", "a.test"], "/opt/x", ["a.test"]],
    [["--browser", "./x"], "./x", []],
    [["--browser=x", "a.test"], "x", ["a.test"]],
    [["--browser", "off"], "off", []],
    [["--no-browser"], "off", []],
    [["--mcp", "chromium"], undefined, ["chromium"]],
  ])("the optional value of %j", (args, browser, positionals) => {
    const found = read(...args);
    expect([found.settings.browser, found.positionals]).toEqual([browser, positionals]);
  });

  test.each([
    [["--nothing"], "unknown option --nothing (see netlens some --help)"],
    [["--nothing=1"], "unknown option --nothing (see netlens some --help)"],
    [["---"], "unknown option --- (see netlens some --help)"],
    [["-qx"], "unknown option -x (see netlens some --help)"],
    [["-q-", "x"], "unknown option -- (see netlens some --help)"],
    [["-é"], "unknown option -é (see netlens some --help)"],
    [["--__proto__"], "unknown option --__proto__ (see netlens some --help)"],
    [["--quiet=1"], "--quiet takes no value (see netlens some --help)"],
    [["--quiet="], "--quiet takes no value (see netlens some --help)"],
    [["--form"], "--form needs a value (see netlens some --help)"],
    [["-qf"], "-f needs a value (see netlens some --help)"],
    [["-f", "-q"], "-f needs a value; if that is -q, write --form=-q (see netlens some --help)"],
    [
      ["--listen", "--"],
      "--listen needs a value; if that is --, write --listen=-- (see netlens some --help)",
    ],
    [["--form=xml"], '--form: expected one of text, json, -, =json, not "xml"'],
  ])("%j is refused", (args, message) => {
    expect(() => read(...args)).toThrow(message);
  });

  test("are parsed as by parseArgs", () => {
    const options = {
      quiet: { type: "boolean", short: "q" },
      field: { type: "string", short: "F", multiple: true },
      listen: { type: "string" },
      help: { type: "boolean", short: "h" },
    } as const;
    const part = fc.constantFrom("-", "--", "q", "F", "h", "x", "=", "listen", "field", "quiet", "help", "1");
    const argument = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(argument, { maxLength: 5 }), (args) => {
        // Excluded: an argument with a hyphen between letters ends a group of short flags in curl, but not in
        // parseArgs.
        fc.pre(!args.some((each) => /^-[^-]+-/.test(each)));
        const expected = attempt(() => {
          const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
          const { quiet, field, listen, help = false } = values;
          return { quiet, field, listen, help, positionals };
        });
        const given = attempt(() => {
          const { flags, lists, settings, help, positionals } = read(...args);
          return { quiet: flags["quiet"], field: lists["field"], listen: settings.listen, help, positionals };
        });
        expect(given as unknown).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });
});

function attempt<T>(work: () => T): T | "refused" {
  try {
    return work();
  } catch {
    return "refused";
  }
}

describe("every flag works in the form of its help", () => {
  /** Literal values of a form such as `a|b`; none for a placeholder in capitals. */
  const wordsOf = (value: string) =>
    value.split("|").every((word) => /^[a-z0-9-]+$/.test(word)) ? value.split("|") : [];

  type FlagRow = readonly [command: Command, name: string, flag: Flag];
  const rows = commands.flatMap((command) =>
    Object.entries(command.flags)
      .filter(([, flag]) => !flag.hidden)
      .map(([name, flag]): FlagRow => [command, name, flag]),
  );
  const formOf = ({ value, words, short }: Flag, name: string) => {
    const form = value ?? words?.join("|");
    return `${short ? `-${short}, ` : ""}--${name}${form ? ` ${form}` : ""}`;
  };
  /** Each spelling of a flag, with the resulting value. */
  const spellings = (
    { type, short, words, open, repeats }: Flag,
    name: string,
  ): { readonly args: readonly string[]; readonly value: string | boolean | readonly string[] }[] =>
    [`--${name}`, ...(short ? [`-${short}`] : [])].flatMap((spelling): ReturnType<typeof spellings> => {
      if (type === "boolean") return [{ args: [spelling], value: true }];
      const values = open ? ["x"] : (words ?? ["x"]);
      return values.map((value) => ({ args: [spelling, value], value: repeats ? [value] : value }));
    });
  test.each(rows.map((row) => [`${row[0].name} --${row[1]}`, row] as const))(
    "%s",
    (_, [command, name, flag]) => {
      expect(commandHelp(command, [])).toContain(formOf(flag, name));
      for (const { args, value } of spellings(flag, name)) {
        const { flags, lists, positionals } = parseArguments(command, [...args, "last"]);
        expect((flag.repeats ? lists : flags)[name]).toEqual(value as string);
        expect(positionals).toEqual(["last"]);
      }
    },
  );

  const serve = commands.find(({ name }) => name === "serve");
  if (!serve) throw new Error("no serve");
  const setting = (name: OptionName, args: readonly string[]) => {
    const { settings, positionals } = parseArguments(serve, args);
    expect(positionals).toEqual([]);
    loadConfig({ [name]: settings[name] ?? "" }, {});
    return settings[name];
  };
  test.each(optionNames)("--%s", (name) => {
    const { value, default: preset } = options[name];
    expect(commandHelp(serve, [name])).toContain(`--${name} ${value}`);
    for (const word of wordsOf(value)) {
      expect(setting(name, [`--${name}`, word])).toBe(word);
      expect(setting(name, [`--${name}=${word}`])).toBe(word);
    }
    if (preset !== "") expect(setting(name, [`--${name}`, preset])).toBe(preset);
  });
  test.each(optionNames.filter((name) => aloneValue(name) !== undefined))(
    "--%s needs no value, and can be negated",
    (name) => {
      expect(setting(name, [`--${name}`])).toBe("on");
      expect(setting(name, [`--no-${name}`])).toBe("off");
      expect(setting(name, [`--no-${name}`, `--${name}`])).toBe("on");
      expect(parseArguments(serve, [`--${name}`, "else"]).positionals).toEqual(["else"]);
      expect(parseArguments(serve, ["--", `--${name}`, "on"]).positionals).toEqual([`--${name}`, "on"]);
      expect(() => parseArguments(serve, [`--no-${name}=on`])).toThrow("unknown option");
      expect(() => parseArguments(serve, ["--no-listen"])).toThrow("unknown option --no-listen");
    },
  );
});
