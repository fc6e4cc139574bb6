import type { Slip } from "../../settings/slip.ts";

/** The project file is wrong; the message names file, line and column. */
export class ProjectError extends Error {
  readonly slip: Slip | undefined;
  constructor(message: string, slip?: Slip) {
    super(message);
    this.slip = slip;
  }
}
