import { plainField } from "../field.ts";

/** X-Runtime (Ruby's Rack): seconds that the application took, as a decimal number. */
export const xRuntime = plainField({
  name: "X-Runtime",
  type: "string",
  repeat: "single",
  parse: (value) => (/^\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined),
  alternate: (seconds) =>
    seconds < 1
      ? `${Number((seconds * 1000).toPrecision(3))} ms in the application`
      : `${Number(seconds.toPrecision(3))} s in the application`,
});
