/** Mutants of a source file: copies with one small, typical fault each. */

import { parse } from "@babel/parser";
import { isProse, withOtherWord } from "./texts.ts";

/** Kind of fault: in logic, or in a string that users read or that decides something. */
type MutantKind = "logic" | "text";

export interface Mutant {
  readonly file: string;
  readonly kind: MutantKind;
  /** Whether the mutant certainly compiles. */
  readonly compiles: boolean;
  /** Line of the fault, from 1. */
  readonly line: number;
  /** The text before, and its replacement. */
  readonly from: string;
  readonly to: string;
  /** The whole file with the fault. */
  readonly text: string;
}

/** Operators and their replacements. */
const OPERATORS: ReadonlyMap<string, string> = new Map([
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
  ["===", "!=="],
  ["!==", "==="],
  ["&&", "||"],
  ["||", "&&"],
  ["+", "-"],
  ["-", "+"],
  ["*", "/"],
  ["/", "*"],
]);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly loc: { readonly start: { readonly line: number } };
  readonly [part: string]: unknown;
}

interface Change {
  /** Default: `logic`. */
  readonly kind?: MutantKind;
  readonly compiles?: boolean;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly to: string;
}

/** All mutants of a file, in the order of its lines. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const { program } = parse(text, {
    sourceType: "module",
    plugins: ["typescript", "importAttributes"] as never,
  });
  const changes: Change[] = [];
  walk(program as unknown as Node, text, changes);
  return changes.map(({ kind = "logic", compiles = false, start, end, line, to }) => ({
    file,
    kind,
    compiles,
    line,
    from: excerpt(text.slice(start, end)),
    to: excerpt(to),
    text: text.slice(0, start) + to + text.slice(end),
  }));
}

function excerpt(text: string): string {
  const one = text.replace(/\s+/g, " ");
  return one.length > 60 ? `${one.slice(0, 59)}…` : one;
}

/** Imports and types have no behaviour. */
const SKIPPED: ReadonlySet<string> = new Set([
  "ImportDeclaration",
  "TSTypeAliasDeclaration",
  "TSInterfaceDeclaration",
]);

/**
 * Members with examples, from which tests and documents are made: a fault there is not a fault of the
 * product.
 */
const EXAMPLES: ReadonlySet<unknown> = new Set(["bad", "good", "edge", "example", "examples"]);

function isExample({ type, key, id }: Node): boolean {
  if (type === "VariableDeclarator") return isNode(id) && id["name"] === "EXAMPLE";
  return type === "ObjectProperty" && isNode(key) && EXAMPLES.has(key["name"]);
}

/**
 * Whether a constant only affects speed, such as the number of cached results; a tag in its comment marks it.
 * Results stay the same, so no test can fail. The tag applies to the constant, not to its uses.
 */
function isForSpeed({ type, leadingComments, declarations }: Node): boolean {
  if (type !== "VariableDeclaration" || !Array.isArray(leadingComments)) return false;
  const comment = leadingComments.map(({ value }: { value: string }) => value).join(" ");
  return (
    /(?:^|\s)@perf\b/.test(comment) &&
    (declarations as readonly Node[]).every(({ init }) => isNode(init) && init.type === "NumericLiteral")
  );
}

function walk(node: Node, text: string, changes: Change[]): void {
  if (isExample(node) || isForSpeed(node)) return;
  if (SKIPPED.has(node.type) || /^TS(?:Type|.*Type$)/.test(node.type)) return;
  changes.push(...changesOf(node, text));
  for (const [name, part] of Object.entries(node)) {
    if (isSilent(node, name)) continue;
    if (Array.isArray(part)) for (const child of part) if (isNode(child)) walk(child, text, changes);
    if (isNode(part)) walk(part, text, changes);
  }
}

/**
 * Whether a string is not visible to users and decides nothing: import paths, keys of tables, operands of
 * `typeof`, and messages of plain Errors, which are programming errors and become a plain 500.
 */
function isSilent({ type, callee, key, left }: Node, part: string): boolean {
  switch (type) {
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
    // `import()` in version 8 of the parser; a dependency in build/ installs version 7.
    case "ImportExpression":
      return part === "source";
    case "CallExpression":
      return part === "arguments" && isNode(callee) && callee.type === "Import";
    case "ObjectProperty":
    case "ObjectMethod":
      return part === "key" && isNode(key) && key.type === "StringLiteral";
    case "BinaryExpression":
      return part === "right" && isNode(left) && left["operator"] === "typeof";
    case "NewExpression":
      return part === "arguments" && isNode(callee) && callee["name"] === "Error";
    default:
      return false;
  }
}

function isNode(part: unknown): part is Node {
  return (
    typeof part === "object" &&
    part !== null &&
    typeof (part as { type?: unknown }).type === "string" &&
    "start" in part
  );
}

function changesOf(node: Node, text: string): Change[] {
  const { start, end, loc } = node;
  const line = loc.start.line;
  const source = text.slice(start, end);
  if (node.type === "NumericLiteral")
    return numbers(Number(node["value"])).map((to) => ({ start, end, line, to }));
  if (node.type === "BooleanLiteral") return [{ start, end, line, to: source === "true" ? "false" : "true" }];
  if (node.type === "BinaryExpression" || node.type === "LogicalExpression") return operator(node, text);
  if (node.type === "IfStatement" || node.type === "ConditionalExpression")
    return negation(node["test"], text);
  if (node.type === "StringLiteral" || node.type === "TemplateElement") {
    const to = withOtherWord(source);
    const compiles = node.type === "TemplateElement" || isProse(source);
    return to === undefined ? [] : [{ kind: "text", compiles, start, end, line, to }];
  }
  return [];
}

function numbers(value: number): string[] {
  return value === 0 ? ["1"] : [String(value * 10), String(value - 1)];
}

function operator(node: Node, text: string): Change[] {
  const { left, right } = node;
  const sign = String(node["operator"]);
  const to = OPERATORS.get(sign);
  if (to === undefined || !isNode(left) || !isNode(right)) return [];
  const at = text.indexOf(sign, left.end);
  // Skips + between texts: every replacement gives NaN.
  if (
    at < 0 ||
    at >= right.start ||
    [left, right].some(({ type }) => /^(?:StringLiteral|TemplateLiteral)$/.test(type))
  )
    return [];
  const line = 1 + (text.slice(0, at).match(/\n/g)?.length ?? 0);
  return [{ start: at, end: at + sign.length, line, to }];
}

function negation(test: unknown, text: string): Change[] {
  if (!isNode(test)) return [];
  const { start, end, loc } = test;
  return [{ start, end, line: loc.start.line, to: `!(${text.slice(start, end)})` }];
}
