import type { Slip } from "../../settings/slip.ts";

/** Error in the project file; the message names file, line and column. */
export class ProjectError extends Error {
  readonly slip: Slip | undefined;
  constructor(message: string, slip?: Slip) {
    super(message);
    this.slip = slip;
  }
}
