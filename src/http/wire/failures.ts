/** Failures of a step. A failing target is reported as a value, not thrown. */

import { failureKinds, type Phase } from "../../../data/failures.ts";

export type FailureCode = keyof typeof failureKinds;

/** Failure that ends a step. The message states the problem, `hint` the next action. */
export class HttpFailure extends Error {
  readonly code: FailureCode;
  readonly phase: Phase;
  readonly hint: string;

  /** @param facts override the values of the table */
  constructor(
    code: FailureCode,
    message: string,
    facts: { readonly phase?: Phase; readonly hint?: string | undefined } = {},
  ) {
    super(message);
    this.name = "HttpFailure";
    this.code = code;
    this.phase = facts.phase ?? failureKinds[code].phase;
    this.hint = facts.hint ?? failureKinds[code].hint;
  }
}
