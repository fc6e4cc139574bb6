import type { Flag } from "../command.ts";
import { flagsOf } from "./flag-table.ts";

/** Assertions of the commands that report on responses. */
export const assertionFlags: Readonly<Record<string, Flag>> = {
  "fail-on": {
    type: "string",
    value: "error|warning|info|unchecked|ID,…",
    words: ["error", "warning", "info", "unchecked"],
    open: true,
    help: "exit with 4 for a problem of this severity or worse, for one of these problems, or if anything was not checked",
  },
  ...flagsOf("assertion flags"),
};
