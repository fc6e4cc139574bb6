/** Range units: the IANA registry. */

export const rangeUnits: Readonly<Record<string, string>> = {
  bytes: "Parts can be asked for by byte position.",
  none: "Parts cannot be asked for.",
};
