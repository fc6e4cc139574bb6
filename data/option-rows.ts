/** Tables of options: name and short form | placeholder of the value | help | marks. */

/** An option of the command line. */
export interface OptionRow {
  readonly type: "boolean" | "string";
  readonly short?: string;
  /** Placeholder of the value in help. */
  readonly value?: string;
  readonly help: string;
  /** Allowed values, checked and completed. A boolean option takes one of them or no value. */
  readonly words?: readonly string[];
  /** Allows other values than `words`. */
  readonly open?: true;
  /** The value is a file (for completion). */
  readonly file?: true;
  /** The value is a list of problem ids (for completion). */
  readonly ids?: true;
  /** Repeatable. */
  readonly repeats?: true;
  /** Accepted but not shown in help. */
  readonly hidden?: true;
}

/** Allowed values by option, from code. */
export type OptionWords = Readonly<Record<string, readonly string[]>>;

/**
 * Options of a table's rows, by name. Without placeholder and words an option is a switch. Marks: `file`,
 * `repeats`, `open`, `ids`, `hidden`, and `optional` for a switch that also takes one of its words.
 */
export function optionsIn(
  rows: readonly (readonly string[])[],
  allowed: OptionWords = {},
): Record<string, OptionRow> {
  return Object.fromEntries(
    rows.map(([names = "", value = "", help = "", marks = ""]) => {
      const [name = "", short] = names.split(" -");
      const words = allowed[name];
      const isSwitch = value === "" && (!words || marks.includes("optional"));
      const kept = marks.split(" ").filter((mark) => mark !== "" && mark !== "optional");
      return [
        name,
        {
          type: isSwitch ? "boolean" : "string",
          help,
          ...(short !== undefined && { short }),
          ...(value !== "" && { value }),
          ...(words && { words }),
          ...Object.fromEntries(kept.map((mark) => [mark, true])),
        },
      ];
    }),
  );
}
