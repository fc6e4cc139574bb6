/** Building blocks of terminal output. Pure. */

/** ANSI styles that are readable on dark and light backgrounds. */
const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;
export type Style = keyof typeof STYLES;

/** Paints text if colour is on; empty text stays empty. */
export function paint(text: string, style: Style, colour: boolean): string {
  return colour && text !== "" ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text;
}

/** Makes control characters visible, so that foreign text cannot control the terminal. */
export function printable(text: string): string {
  return text
    .replace(/[\u0000-\u001f]/g, (char) => String.fromCharCode(0x2400 + char.charCodeAt(0)))
    .replace(
      /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}

/** Left-aligned columns, two spaces apart. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries())
      widths[index] = Math.max(widths[index] ?? 0, Bun.stringWidth(cell));
  return rows
    .map((row) => {
      const cells = row.map((cell, index) => fitted(cell, widths[index] ?? 0));
      return `${cells.join("  ").trimEnd()}\n`;
    })
    .join("");
}

/** Label and value per line, without empty values. */
export function pairs(rows: readonly (readonly [string, string | undefined])[], colour: boolean): string {
  const shown = rows.filter((row): row is readonly [string, string] => row[1] !== undefined && row[1] !== "");
  const width = Math.max(...shown.map(([label]) => label.length));
  return shown
    .map(([label, value]) => `${paint(label.padEnd(width), "dim", colour)}  ${printable(value)}\n`)
    .join("");
}

/** Cuts to `width` columns, with an ellipsis. */
export function cut(text: string, width: number): string {
  if (Bun.stringWidth(text) <= width) return text;
  let kept = "";
  let used = 1;
  for (const char of text) {
    const wide = Bun.stringWidth(char);
    if (used + wide > width) break;
    kept += char;
    used += wide;
  }
  return `${kept}…`;
}

/** Cuts or pads to exactly `width` columns. */
export function fitted(text: string, width: number): string {
  const shown = cut(text, width);
  return shown + " ".repeat(Math.max(0, width - Bun.stringWidth(shown)));
}

/** Wraps at spaces; breaks longer words. */
export function wrapped(text: string, width: number): string[] {
  return Bun.wrapAnsi(text, Math.max(8, width), { hard: true }).split("\n");
}
