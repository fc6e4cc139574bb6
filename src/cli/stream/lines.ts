/** Splits chunks into lines. */
// Maximum length of a line, for files without line ends.
export const LONGEST_LINE = 2 ** 20;

/** A line without its end; undefined if it is too long. */
export type Line = string | undefined;

export class Lines {
  private rest = "";
  private skipping = false;

  /** Returns the lines that this chunk completes. */
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

  /** True if an incomplete line is buffered. */
  isBegun(): boolean {
    return this.skipping || this.rest !== "";
  }

  /** Returns a last line without line end. */
  end(): Line[] {
    if (this.skipping) return [undefined];
    return this.rest === "" ? [] : this.feed("\n");
  }
}
