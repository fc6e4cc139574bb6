import { field } from "../field.ts";
import { readDate } from "../reading/date.ts";
import { dateKinds } from "../reading/value-kinds.ts";
import { ago, moment } from "../wording.ts";

/** Memento-Datetime (RFC 7089 section 2.1.1): the moment at which an archived copy was as it is. */
export const mementoDatetime = field({
  name: "Memento-Datetime",
  type: "date",
  repeat: "single",
  kinds: dateKinds("Memento-Datetime"),
  parse: (value, note) => readDate("Memento-Datetime", value, note),
  alternate: ({ ms }, context) => `as it was on ${moment(ms)} (${ago(ms, context.now)})`,
});
