/** Finds comparisons with a clock in test files: such tests fail on a busy machine. */

import { parse } from "@babel/parser";

interface Node {
  readonly type: string;
  readonly loc?: { readonly start: { readonly line: number } };
  readonly [part: string]: unknown;
}

/** Functions that return a clock's value, a CPU time or a ratio of them. */
const CLOCKS =
  /^(?:performance\.now|Date\.now|process\.(?:cpuUsage|threadCpuUsage|hrtime|hrtime\.bigint|uptime|resourceUsage)|Bun\.nanoseconds|effortRatio|cpuOf)$/;
const MEASURED: ReadonlySet<unknown> = new Set(["timeTotal", "timeStages"]);
const MENTIONS =
  /performance\.now|Date\.now|[cC]puUsage|hrtime|uptime|resourceUsage|nanoseconds|new Date\(\)|effortRatio|cpuOf|timeTotal|timeStages/;
const MATCHERS = /^toBe(?:LessThan|GreaterThan|Within|CloseTo)/;
const ORDER: ReadonlySet<unknown> = new Set(["<", ">", "<=", ">="]);
const LOOPS: ReadonlySet<string> = new Set(["WhileStatement", "DoWhileStatement", "ForStatement"]);

/**
 * Numbers of lines that compare a clock's value or a value derived from it: `expect(…)` with an order
 * matcher, or `<`. Conditions of loops and comparisons with 0 are excluded.
 */
export function clockComparisons(text: string): number[] {
  if (!MENTIONS.test(text)) return [];
  const { program } = parse(text, {
    sourceType: "module",
    plugins: ["typescript"],
  });
  const nodes = [...nodesIn(program as unknown as Node)];
  const derived = new Set<string>();
  for (let size = -1; size < derived.size; ) {
    size = derived.size;
    for (const node of nodes) for (const name of namesOf(node, derived)) derived.add(name);
  }
  return nodes.flatMap((node) => (isComparison(node, derived) ? [node.loc?.start.line ?? 0] : []));
}

/** A node and its descendants, except conditions of loops. */
function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const [name, part] of Object.entries(node))
    if (!(LOOPS.has(node.type) && name === "test"))
      for (const each of [part].flat()) if (isNode(each)) yield* nodesIn(each);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** Names of variables to which a node assigns a clock's value. */
function namesOf(node: Node, derived: ReadonlySet<string>): string[] {
  const { type, id, init, left, right, callee, arguments: given, body } = node;
  if (type === "VariableDeclarator" && isDerived(init, derived)) return identifiersIn(id);
  if (type === "ForOfStatement" && isDerived(right, derived)) return identifiersIn(left);
  if (type === "AssignmentExpression" && isDerived(right, derived)) return identifiersIn(left);
  if (type === "FunctionDeclaration" && returnsDerived(body, derived)) return identifiersIn(id);
  // `times.push(performance.now())`
  if (type === "CallExpression" && isNode(callee) && wordsOf(callee).endsWith(".push"))
    return [given].flat().some((each) => isDerived(each, derived)) ? identifiersIn(callee["object"]) : [];
  return [];
}

function isDerived(value: unknown, derived: ReadonlySet<string>): boolean {
  if (!isNode(value)) return false;
  const among = (...parts: readonly unknown[]) => parts.flat().some((part) => isDerived(part, derived));
  const { type, callee, object, property, arguments: given, body } = value;
  switch (type) {
    case "Identifier":
      return derived.has(String(value["name"])) || MEASURED.has(value["name"]);
    case "NewExpression":
      return wordsOf(callee) === "Date" && [given].flat().length === 0;
    case "CallExpression":
      if (CLOCKS.test(wordsOf(callee)) || among(callee)) return true;
      return /^(?:Math\.\w+|Number|Object\.values)$|\.(?:flatM|m)ap$/.test(wordsOf(callee)) && among(given);
    case "MemberExpression":
    case "OptionalMemberExpression":
      return among(object) || (isNode(property) && MEASURED.has(property["name"]));
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return isDerived(body, derived) || returnsDerived(body, derived);
    case "ArrayExpression":
      return among(value["elements"]);
    case "ObjectExpression":
      return among([value["properties"]].flat().map((each) => isNode(each) && each["value"]));
    case "BinaryExpression":
      return !ORDER.has(value["operator"]) && among(value["left"], value["right"]);
    case "LogicalExpression":
      return among(value["left"], value["right"]);
    case "ConditionalExpression":
      return among(value["consequent"], value["alternate"]);
    default:
      return among(value["argument"], value["expression"]);
  }
}

/** Whether a function returns a clock's value. Nested functions are ignored. */
function returnsDerived(body: unknown, derived: ReadonlySet<string>): boolean {
  return (
    isNode(body) &&
    body.type === "BlockStatement" &&
    [...nodesIn(body)].some((node) => node.type === "ReturnStatement" && isDerived(node["argument"], derived))
  );
}

function isComparison(node: Node, derived: ReadonlySet<string>): boolean {
  const { type, operator, left, right, callee, arguments: given } = node;
  if (type === "BinaryExpression")
    return ORDER.has(operator) && !isZero(right) && (isDerived(left, derived) || isDerived(right, derived));
  if (type !== "CallExpression" || !isNode(callee)) return false;
  const { object, property } = callee;
  if (!isNode(property) || !MATCHERS.test(String(property["name"])) || isZero([given].flat()[0]))
    return false;
  const checked = [...(isNode(object) ? nodesIn(object) : [])].find(
    (each) => wordsOf(each["callee"]) === "expect",
  );
  return [given, checked?.["arguments"]].flat().some((each) => isDerived(each, derived));
}

function isZero(value: unknown): boolean {
  return isNode(value) && value.type === "NumericLiteral" && value["value"] === 0;
}

/** Name of a member expression, such as `a.b.c`. */
function wordsOf(value: unknown): string {
  if (!isNode(value)) return "";
  if (value.type === "Identifier") return String(value["name"]);
  if (value.type !== "MemberExpression" || value["computed"] === true) return "";
  return `${wordsOf(value["object"])}.${wordsOf(value["property"])}`;
}

function identifiersIn(value: unknown): string[] {
  if (!isNode(value)) return [];
  if (value.type === "Identifier") return [String(value["name"])];
  if (value.type === "ObjectProperty") return identifiersIn(value["value"]);
  const { properties, elements, left, object, argument, declarations, id } = value;
  return [properties, elements, left, object, argument, declarations, id].flat().flatMap(identifiersIn);
}
