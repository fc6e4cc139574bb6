/** Gives each item of a JSON list as it is written: a line each, with a comma before all but the first. */
export function jsonItems(): (item: unknown) => string {
  let comma = "";
  return (item) => {
    const text = `${comma}\n${JSON.stringify(item)}`;
    comma = ",";
    return text;
  };
}
