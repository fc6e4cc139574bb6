/** `--field` and `--csv`, short forms of the stream flags. Pure. */

import { type Call, type Flag, UsageError } from "../command.ts";

export const fieldFlag: Readonly<Record<string, Flag>> = {
  field: { type: "string", value: "PATH", help: "print only this field, such as countryCode or steps.0.ip" },
};

export const selectFlags: Readonly<Record<string, Flag>> = {
  ...fieldFlag,
  csv: { type: "boolean", help: "print a table in CSV, as --output csv does" },
};

/** Expands the short flags. @param known the answer's members @throws UsageError for a field that no answer has */
export async function spelledOut(call: Call, known: () => Promise<readonly string[]>): Promise<Call> {
  const { field, csv, ...flags } = call.flags;
  if (typeof field === "string") {
    const [first = ""] = field.split(".");
    const names = [
      ...new Set([...(await known()).map((path) => path.split(".")[0] ?? ""), "error", "message"]),
    ];
    if (!names.includes(first))
      throw new UsageError(`--field: there is no field "${first}"; fields are ${names.join(", ")}`);
    return { ...call, flags: { ...flags, field, output: "tsv", fields: field, "no-header": true } };
  }
  return csv === true ? { ...call, flags: { ...flags, output: "csv" } } : call;
}
