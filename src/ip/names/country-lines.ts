/**
 * A table with comments (`#`) on top and then `KEY<tab>rest` lines → the rest by key; `""` for a key without one. Keys are
 * codes of two letters, so what is remembered is bounded. Lines are found when asked for: to split a table takes longer
 * than an answer.
 */
export function countryLines(table: string): (key: string) => string {
  const known = new Map<string, string>();
  return (key) => {
    let line = known.get(key);
    if (line === undefined) {
      line = find(table, `\n${key}\t`);
      known.set(key, line);
    }
    return line;
  };
}

function find(table: string, start: string): string {
  const at = table.indexOf(start);
  if (at < 0) return "";
  const end = table.indexOf("\n", at + 1);
  return table.slice(at + start.length, end < 0 ? undefined : end);
}
