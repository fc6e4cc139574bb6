/** Findings of many responses as terminal text, each kind once. Pure. */

import { countUnchecked } from "../../api/unchecked.ts";
import { plural } from "../../headers/wording.ts";
import type { Ignored } from "../../jobs/project/findings.ts";
import { countText, ignoredText } from "../../view/findings.ts";
import type { Io } from "../command.ts";
import { groupsOfAll } from "../formats/overview.ts";
import type { Judged } from "../input/assertions.ts";
import { cut, paint, printable, wrapped } from "./text.ts";

/** URLs shown per kind. */
const SHOWN = 3;
const STYLE = { error: "red", warning: "yellow", info: "cyan" } as const;

export function renderGroups(
  all: readonly Judged[],
  { colour, columns }: Pick<Io, "colour" | "columns">,
): string {
  const ignored: readonly Ignored[] = all.flatMap((one) => one.ignored);
  const unchecked = countUnchecked();
  for (const one of all) unchecked.addAll(one.unchecked);
  const counts = countText(
    all.flatMap(({ findings }) => findings),
    { checked: all.filter(({ checked }) => checked > 0).length, unchecked: unchecked.list() },
  );
  const lines = [
    `${plural(all.length, "response")}: ${[counts, ignoredText(ignored)].filter(Boolean).join(", ")}`,
  ];
  for (const { finding, urls } of groupsOfAll(all)) {
    const { severity, title, name } = finding;
    const [first = "", ...rest] = wrapped(`${printable(title)} [${name}]`, columns - 9);
    lines.push("", `${paint(severity.padEnd(8), STYLE[severity], colour)} ${first}`);
    lines.push(...rest.map((line) => `${" ".repeat(9)}${line}`));
    const shown = urls.length > SHOWN ? urls.slice(0, SHOWN - 1) : urls;
    lines.push(...shown.map((url) => cut(`${" ".repeat(11)}${printable(url)}`, columns)));
    if (shown.length < urls.length)
      lines.push(`${" ".repeat(11)}and ${plural(urls.length - shown.length, "more response")}`);
  }
  return `${lines.join("\n")}\n`;
}
