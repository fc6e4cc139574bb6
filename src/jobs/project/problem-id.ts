/** Problem ids in the project file and flags. Pure. */

import { renamedProblems } from "../../headers/retired-problems.ts";
import type { Slip } from "../../settings/slip.ts";
import { allKinds, kindOf } from "./kinds.ts";

export interface KnownId {
  /** Current form of the id, `ID` or `ID:FIELD`. */
  readonly id: string;
  /** Note if the given id was renamed or retired. */
  readonly note?: string;
}

/** @param words words that are accepted too, for suggestions */
export function currentProblemId(
  given: string,
  words: readonly string[] = [],
): KnownId | { readonly wrong: string; readonly slip?: Slip } {
  const [, written = given, field] = /^([^:]*):(.*)$/.exec(given) ?? [];
  const id = renamedProblems.get(written) ?? written;
  const kind = kindOf(id);
  if (!kind)
    return {
      wrong: `no problem has the id "${written}"`,
      slip: { given: written, known: [...words, ...allKinds().map(([known]) => known)] },
    };
  if (field !== undefined && !isFieldName(field))
    return { wrong: `expected a header name after "${written}:", not "${field}"` };
  const note =
    kind.retired === undefined
      ? id === written
        ? undefined
        : `${written} is now called ${id}`
      : `${written} is no longer a problem; see ${kind.retired}`;
  return {
    id: field === undefined ? id : `${id}:${field.toLowerCase()}`,
    ...(note !== undefined && { note }),
  };
}

export function isFieldName(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}
