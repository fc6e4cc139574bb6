import type { Flag } from "../command.ts";

/** Assertions of the commands that report on responses. */
export const assertionFlags: Readonly<Record<string, Flag>> = {
  "fail-on": {
    type: "string",
    value: "error|warning|info|unchecked|ID,…",
    words: ["error", "warning", "info", "unchecked"],
    open: true,
    help: "exit with 4 for a problem of this severity or worse, for one of these problems, or if anything was not checked",
  },
  require: {
    type: "string",
    value: "'NAME[: VALUE]'",
    repeats: true,
    help: "exit with 4 unless the final response has this header, with any value, this value, a match of /…/, or a comparison (max-age>=300); repeatable",
  },
  "certificate-days": {
    type: "string",
    value: "N",
    help: "exit with 4 if a certificate is valid for fewer days",
  },
  ignore: {
    type: "string",
    value: "ID[:FIELD],…",
    ids: true,
    help: "problems to ignore, in all headers or in one",
  },
};
