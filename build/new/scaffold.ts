/** The form of a scaffold: changes of files, and the steps after them. */

interface Scaffold {
  /** Whole texts by path from the root; what exists is replaced. */
  readonly files: ReadonlyMap<string, string>;
  /** Places that are to be filled in by hand. */
  readonly fill: readonly string[];
  /** Golden files that `bun build/golden.ts` then changes. */
  readonly golden: readonly string[];
  /** Tests that tell whether all is there. */
  readonly tests: readonly string[];
}

/** Makes the changes for a name. Reads files of the root by their paths; undefined for one that does not exist. */
export type Scaffolder = (name: string, read: (path: string) => string | undefined) => Scaffold;

/** The name cannot be taken; the message says why. */
export class NameError extends Error {}

/** `http-max-queue` → `httpMaxQueue`. */
export function camelCase(name: string): string {
  return name.toLowerCase().replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** @throws NameError for what is not lower-case words joined by hyphens */
export function requireKebab(name: string): void {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))
    throw new NameError(`"${name}" is not lower-case words joined by hyphens`);
}

/** @throws Error where the text has no such place: the scaffold has to follow the code */
export function insertBefore(text: string | undefined, mark: string, added: string): string {
  const at = text?.indexOf(mark) ?? -1;
  if (text === undefined || at < 0) throw new Error(`no place for ${JSON.stringify(added)}: ${mark} is gone`);
  return text.slice(0, at) + added + text.slice(at);
}
