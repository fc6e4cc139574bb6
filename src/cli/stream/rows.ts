/** CSV (RFC 4180), and TSV with the escapes of databases. */

/** Fields of a CSV line; undefined if a quoted field continues in the next line. */
export function csvFields(line: string): string[] | undefined {
  if (!line.includes('"')) return line.split(",");
  const fields: string[] = [];
  for (let at = 0; at <= line.length; ) {
    if (line[at] !== '"') {
      const end = line.indexOf(",", at);
      fields.push(line.slice(at, end < 0 ? line.length : end));
      at = end < 0 ? line.length + 1 : end + 1;
      continue;
    }
    let end = line.indexOf('"', at + 1);
    while (end >= 0 && line[end + 1] === '"') end = line.indexOf('"', end + 2);
    if (end < 0) return undefined;
    fields.push(line.slice(at + 1, end).replaceAll('""', '"'));
    const comma = line.indexOf(",", end);
    at = comma < 0 ? line.length + 1 : comma + 1;
  }
  return fields;
}

const UNESCAPED = new Map([
  ["t", "\t"],
  ["n", "\n"],
  ["r", "\r"],
  ["\\", "\\"],
]);

export function tsvFields(line: string): string[] {
  const fields = line.split("\t");
  if (!line.includes("\\")) return fields;
  return fields.map((field) =>
    field.replace(/\\(.)/g, (all, letter: string) => UNESCAPED.get(letter) ?? all),
  );
}

const ESCAPED = new Map([
  ["\t", "\\t"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\\", "\\\\"],
]);

export function tsvField(value: string): string {
  return /[\t\n\r\\]/.test(value)
    ? value.replace(/[\t\n\r\\]/g, (letter) => ESCAPED.get(letter) ?? letter)
    : value;
}
