/**
 * Finds lines of a table of `KEY<tab>rest` by key; `""` if missing. Keys are two letters, which bounds the
 * cache. Lines are searched on demand: splitting the table takes longer than an answer.
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
