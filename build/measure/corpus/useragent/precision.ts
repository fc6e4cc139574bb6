/**
 * Precision and coverage: share of right answers among those given, and share of answers given. A missing
 * answer is not a fault; a wrong one is. Records without a label do not count.
 */

import type { UserAgentResult } from "../../../../src/useragent/schema.ts";
import type { LabelledAgent, Scorer } from "./score.ts";

interface Count {
  /** Records that have a label. */
  labelled: number;
  given: number;
  right: number;
}

export interface Precision {
  readonly fields: Readonly<Record<Field, Count>>;
  /**
   * Programs (bots, feed readers and libraries) against browsers, devices and apps of people, for records
   * with a label in one of these groups.
   */
  readonly machines: { readonly found: Count; readonly falseAlarms: Count };
}

const FIELDS = ["maker", "model", "system", "name"] as const;
type Field = (typeof FIELDS)[number];

/** Name of the field in the scorer, and the value in the answer. */
const READ: Readonly<Record<Field, readonly [judged: string, given: (answer: UserAgentResult) => string]>> = {
  maker: ["vendor", ({ device }) => (device ? device.vendor : "")],
  model: ["modelLenient", ({ device }) => (device ? device.name : "")],
  system: ["os", ({ os }) => (os ? os.name : "")],
  name: ["browser", ({ browser }) => (browser ? browser.name : "")],
};

const MACHINES: ReadonlySet<string> = new Set(["bot", "feed", "library"]);

/** Counts over all records. */
export function precisionOf(
  scorer: Scorer,
  records: readonly LabelledAgent[],
  look: (record: LabelledAgent) => UserAgentResult,
): Precision {
  const count = (): Count => ({ labelled: 0, given: 0, right: 0 });
  const fields = { maker: count(), model: count(), system: count(), name: count() };
  const machines = { found: count(), falseAlarms: count() };
  for (const record of records) {
    const answer = look(record);
    const judged = scorer.judge(record, answer);
    for (const field of FIELDS) {
      const [name, given] = READ[field];
      const verdict = judged[name];
      if (verdict !== undefined) add(fields[field], Boolean(given(answer)), verdict);
    }
    const types = [record.expect["type"] ?? []].flat();
    if (types.length === 0) continue;
    const isMachine = answer.device !== false && MACHINES.has(answer.device.type);
    if (types.every((type) => MACHINES.has(type))) add(machines.found, isMachine, isMachine);
    else if (!types.some((type) => MACHINES.has(type))) add(machines.falseAlarms, isMachine, isMachine);
  }
  return { fields, machines };
}

function add(count: Count, given: boolean, right: boolean): void {
  count.labelled++;
  if (given) count.given++;
  if (given && right) count.right++;
}

const percent = (part: number, whole: number) => (whole === 0 ? "-" : ((100 * part) / whole).toFixed(1));

/** Share of right makers among those given, and share of machines found; a dash without labels. */
export const makersAndMachines = ({ fields: { maker }, machines: { found, falseAlarms } }: Precision) => ({
  makers: percent(maker.right, maker.given),
  machines: percent(found.right, found.labelled),
  falseAlarms: percent(falseAlarms.right, falseAlarms.labelled),
});

/**
 * Prints one line with, for each field, the share of right answers among those given, and of answers given
 * among those labelled.
 */
export function printPrecision(name: string, { fields, machines }: Precision): void {
  const line = FIELDS.map((field) => {
    const { labelled, given, right } = fields[field];
    return `${field} ${percent(right, given)} of those given, ${percent(right, labelled)} found`;
  });
  const { found, falseAlarms } = machines;
  console.log(
    `${name}: ${line.join(" · ")} · machines ${percent(found.right, found.labelled)} found, ${((100 * falseAlarms.right) / falseAlarms.labelled).toFixed(2)} % false alarms`,
  );
}
