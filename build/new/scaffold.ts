/** Result of a scaffold: changed files, and the next steps. */

interface Scaffold {
  /** Whole texts by path from the root; existing files are replaced. */
  readonly files: ReadonlyMap<string, string>;
  /** Places to fill in by hand. */
  readonly fill: readonly string[];
  /** Golden files to update with `bun build/golden.ts`. */
  readonly golden: readonly string[];
  /** Tests that fail if a part is missing. */
  readonly tests: readonly string[];
}

/**
 * Returns the changes for a name. `read` returns the text of a file by its path from the root; undefined if
 * it does not exist.
 */
export type Scaffolder = (name: string, read: (path: string) => string | undefined) => Scaffold;

/** Error for an invalid name; the message is the reason. */
export class NameError extends Error {}

/** `http-max-queue` → `httpMaxQueue`. */
export function camelCase(name: string): string {
  return name.toLowerCase().replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** @throws NameError unless the name is lower-case words joined by hyphens */
export function requireKebab(name: string): void {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))
    throw new NameError(`"${name}" is not lower-case words joined by hyphens`);
}

/** @throws Error if the text lacks this mark, which means that the scaffold is outdated */
export function insertBefore(text: string | undefined, mark: string, added: string): string {
  const at = text?.indexOf(mark) ?? -1;
  if (text === undefined || at < 0) throw new Error(`no place for ${JSON.stringify(added)}: ${mark} is gone`);
  return text.slice(0, at) + added + text.slice(at);
}

/** Adds a row to a sorted plain-text table. */
export function withRow(table: string, row: string): string {
  const lines = table.trimEnd().split("\n");
  const at = lines.findIndex((line) => !line.startsWith("#") && line > row);
  lines.splice(at < 0 ? lines.length : at, 0, row);
  return `${lines.join("\n")}\n`;
}
