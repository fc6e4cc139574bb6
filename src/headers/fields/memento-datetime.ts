import { dateProblems, field } from "../field.ts";
import { readDate } from "../reading/date.ts";
import { ago, moment } from "../wording.ts";

const dates = dateProblems("Memento-Datetime");

/** Memento-Datetime (RFC 7089 section 2.1.1): time of an archived copy. */
export const mementoDatetime = field("Memento-Datetime", "date", {
  parse: (value, report) => readDate(dates, value, report),
  alternateInMessage: ({ ms }, context) => `as it was on ${moment(ms)} (${ago(ms, context.now)})`,
}).problems({ named: dates });
