/** Preload for `arity.test.ts`: makes reading `length` of a function throw in modules of the engine. */

import { join } from "node:path";
import { parse } from "@babel/parser";
import { plugin } from "bun";

/** Modules that call functions of fields and rows. */
const WATCHED = new RegExp(
  `^${join(import.meta.dir, "../../src/headers")}/(?:(?:engine|reading|rules|verdicts|fields/shapes)/)?[\\w-]+\\.ts$`,
);

Object.assign(globalThis, {
  lengthButOfNoFunction(value: unknown): unknown {
    if (typeof value === "function") throw new Error(`the length of a function is read: ${value.name}`);
    return (value as string | undefined)?.length;
  },
});

plugin({
  name: "arity",
  setup(build) {
    build.onLoad({ filter: WATCHED }, async ({ path }) => ({
      contents: watched(await Bun.file(path).text()),
      loader: "ts",
    }));
  },
});

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly object?: Node;
  readonly property?: { readonly name?: string };
  readonly computed?: boolean;
  readonly left?: Node;
}

/** Source in which a function call replaces each `x.length`. */
function watched(code: string): string {
  const insertions: { readonly at: number; readonly until: number; readonly text: string }[] = [];
  const walk = (node: Node): void => {
    if (
      /MemberExpression$/.test(node.type) &&
      node.object &&
      node.property?.name === "length" &&
      !node.computed
    )
      insertions.push(
        { at: node.object.start, until: node.object.start, text: "lengthButOfNoFunction(" },
        { at: node.object.end, until: node.end, text: ")" },
      );
    for (const [key, child] of Object.entries(node))
      if (key !== "left" || node.type !== "AssignmentExpression")
        for (const one of Array.isArray(child) ? child : [child])
          if (one && typeof one === "object" && typeof one.type === "string") walk(one as Node);
  };
  walk(parse(code, { sourceType: "module", plugins: ["typescript"] }).program as unknown as Node);
  return insertions
    .toSorted((a, b) => b.at - a.at || b.until - a.until)
    .reduce((text, { at, until, text: put }) => text.slice(0, at) + put + text.slice(until), code);
}
