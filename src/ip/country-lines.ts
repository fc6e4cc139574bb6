/** A table of `KEY<tab>rest` lines → the rest by key; lines with # are comments. Split when first asked for. */
export function countryLines(table: string): (key: string) => string {
  let lines: Map<string, string> | undefined;
  return (key) => {
    lines ??= new Map(
      table
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("#"))
        .map((line) => [line.slice(0, line.indexOf("\t")), line.slice(line.indexOf("\t") + 1)]),
    );
    return lines.get(key) ?? "";
  };
}
