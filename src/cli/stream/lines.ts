/** Lines out of chunks. */

// Longer than any item or row is a file that has no lines: it must not be gathered in memory.
export const LONGEST_LINE = 2 ** 20;

/** A line without its end; undefined stands for one that is too long. */
export type Line = string | undefined;

/** Joins chunks and splits them into lines. */
export class Lines {
  private rest = "";
  private skipping = false;

  /** The lines that are whole with this chunk. */
  feed(chunk: string): Line[] {
    const parts: Line[] = (this.rest + chunk).split("\n");
    const rest = parts.pop() ?? "";
    for (const [index, part = ""] of parts.entries()) {
      if (part.length > LONGEST_LINE || (this.skipping && index === 0)) parts[index] = undefined;
      else if (part.endsWith("\r")) parts[index] = part.slice(0, -1);
    }
    if (parts.length > 0) this.skipping = false;
    this.skipping ||= rest.length > LONGEST_LINE;
    this.rest = this.skipping ? "" : rest;
    return parts;
  }

  /** Whether a line has begun that is not whole yet. */
  isBegun(): boolean {
    return this.skipping || this.rest !== "";
  }

  /** A last line without its end counts. */
  end(): Line[] {
    if (this.skipping) return [undefined];
    return this.rest === "" ? [] : this.feed("\n");
  }
}
