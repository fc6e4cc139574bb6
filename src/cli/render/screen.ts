/** Options and colours of terminal output. Pure. */

import type { Stage } from "../../http/schema.ts";
import type { Style } from "./text.ts";

export interface Screen {
  readonly colour: boolean;
  readonly columns: number;
  /** Adds descriptions, items, and the lines of every step. */
  readonly verbose: boolean;
  /** Does not cut values. */
  readonly full: boolean;
}

export const STAGE_STYLES: Readonly<Record<Stage, Style>> = {
  wait: "dim",
  dns: "magenta",
  tcp: "blue",
  proxy: "red",
  tls: "cyan",
  firstByte: "yellow",
  download: "green",
};

export function statusStyle(status: number): Style {
  return status === 0 || status >= 400 ? "red" : status < 300 ? "green" : "blue";
}
