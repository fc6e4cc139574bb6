/** Plain building blocks of terminal output. Pure. */

/** ANSI styles by name; colours that read on dark and light grounds. */
const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;
export type Style = keyof typeof STYLES;

/** Paints text when colour is on; nothing stays nothing, so that empty lines are known as such. */
export function paint(text: string, style: Style, colour: boolean): string {
  return colour && text !== "" ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text;
}

/** Text from strangers must not drive the terminal: control characters become visible. */
export function printable(text: string): string {
  return text
    .replace(/[\u0000-\u001f]/g, (char) => String.fromCharCode(0x2400 + char.charCodeAt(0)))
    .replace(
      /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}

/** Left-aligned columns with two spaces between; the last one is not padded. */
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

/** Label and value pairs; pairs without a value are left out. */
export function pairs(rows: readonly (readonly [string, string | undefined])[], colour: boolean): string {
  const shown = rows.filter((row): row is readonly [string, string] => row[1] !== undefined && row[1] !== "");
  const width = Math.max(...shown.map(([label]) => label.length));
  return shown
    .map(([label, value]) => `${paint(label.padEnd(width), "dim", colour)}  ${printable(value)}\n`)
    .join("");
}

/** Cut to so many characters across, with an ellipsis where something is left out. */
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

/** Exactly so many characters across: cut or padded. */
export function fitted(text: string, width: number): string {
  const shown = cut(text, width);
  return shown + " ".repeat(Math.max(0, width - Bun.stringWidth(shown)));
}

/** Lines of at most so many characters across, broken at spaces; a longer word is broken anywhere. */
export function wrapped(text: string, width: number): string[] {
  return Bun.wrapAnsi(text, Math.max(8, width), { hard: true }).split("\n");
}
