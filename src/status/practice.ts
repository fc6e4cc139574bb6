/** Status codes in practice: who sends one, how clients treat it, how to mend it. Apart, since lookups never ask. */

import { statusPractices } from "../../data/status-practice.ts";
import { describeStatus, type StatusMeaning } from "./lookup.ts";

/** `describeStatus` with all that is known of the code. */
export function explainStatus(code: number): StatusMeaning | undefined {
  const meaning = describeStatus(code);
  return meaning && { ...meaning, ...statusPractices.get(code) };
}

/** Label and sentence, in order; none for a code of which only the meaning is known. */
export function practiceRows({
  sentWhen,
  clients,
  caches,
  advice,
}: StatusMeaning): (readonly [label: string, text: string])[] {
  const rows = [
    ["Who sends it", sentWhen],
    ["Clients", clients],
    ["Caches", caches],
    ["What to do", advice],
  ] as const;
  return rows.flatMap(([label, text]) => (text === undefined ? [] : [[label, text] as const]));
}
