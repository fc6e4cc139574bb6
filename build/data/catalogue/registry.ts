/** Reads the IANA HTTP Field Name Registry as XML, CSV or JSON. */

/** Entry of the registry; each `xref` is a kind and a value. */
export interface IanaEntry {
  readonly value: string;
  readonly status: string;
  readonly structured?: string;
  readonly xref: readonly (readonly [kind: string, value?: string])[];
}

/** Registered or documented names that the catalogue leaves out, in lower case → the reason. */
export const NOT_INCLUDED: ReadonlyMap<string, string> = new Map();

/**
 * Entries of http-fields.xml, of field-names.csv, or of a JSON list of entries.
 * @throws Error if the text has no entries
 */
export function registryEntries(text: string): readonly IanaEntry[] {
  const start = text.trimStart().charAt(0);
  const entries =
    start === "<" ? fromXml(text) : start === "[" ? (JSON.parse(text) as IanaEntry[]) : fromCsv(text);
  if (entries.length === 0 || entries.some(({ value, status }) => !value || !status))
    throw new Error("not the registry of field names: an entry needs a name and a status");
  return entries;
}

function fromXml(text: string): readonly IanaEntry[] {
  const names = text.split(/<registry [^>]*id="field-names"/)[1]?.split("</registry>", 1)[0] ?? "";
  return [...names.matchAll(/<record\b[^>]*>(.*?)<\/record>/gs)].map(([, record = ""]) => {
    const textOf = (element: string) =>
      unescaped(new RegExp(`<${element}>([^<]*)</${element}>`).exec(record)?.[1]?.trim() ?? "");
    const structured = textOf("structured");
    return {
      value: textOf("value"),
      status: textOf("status"),
      ...(structured && { structured }),
      xref: [...record.matchAll(/<xref\s+type="([^"]*)"(?:\s+data="([^"]*)")?/g)].map(
        ([, kind = "", value = ""]) => [kind, unescaped(value)] as const,
      ),
    };
  });
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

/** Columns: name, status, structured type, references in brackets, comments. */
function fromCsv(text: string): readonly IanaEntry[] {
  const [, ...rows] = text.split(/\r?\n(?=(?:[^"]*"[^"]*")*[^"]*$)/).map(cellsOf);
  return rows
    .filter(([name]) => name !== "")
    .map(([value = "", status = "", structured = "", references = ""]) => ({
      value,
      status: status.toLowerCase(),
      ...(structured && { structured }),
      xref: [...references.matchAll(/\[([^\]]*)\]/g)].map(([, reference = ""]) =>
        referenceOf(reference.trim()),
      ),
    }));
}

function cellsOf(row: string): readonly string[] {
  return [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain = ""]) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  );
}

function referenceOf(text: string): IanaEntry["xref"][number] {
  const number = /^RFC ?(\d+)/.exec(text)?.[1];
  if (number !== undefined) return ["rfc", `rfc${number}`];
  if (/^https?:/.test(text)) return ["uri", text];
  return [/^(?:draft|RFC)-/.test(text) ? "draft" : "person", text.split(/[ ,]/, 1)[0] ?? ""];
}
