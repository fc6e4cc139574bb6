/** Status codes in practice: senders, clients, fixes. Separate, since lookups do not use it. */

import { statusPractices } from "../../data/status-practice.ts";
import { describeStatus, type StatusMeaning } from "./lookup.ts";

/** `describeStatus` with its practice. */
export function explainStatus(code: number): StatusMeaning | undefined {
  const meaning = describeStatus(code);
  return meaning && { ...meaning, ...statusPractices.get(code) };
}

/** Rows of a label and a sentence, in order; empty if there is only a meaning. */
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
