/** Formats the items of a JSON list, one per line, with commas in between. */
export function jsonItems(): (item: unknown) => string {
  let comma = "";
  return (item) => {
    const text = `${comma}\n${JSON.stringify(item)}`;
    comma = ",";
    return text;
  };
}
