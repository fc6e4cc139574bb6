/**
 * XML maps: rules and rewrite maps of IIS
 * (https://learn.microsoft.com/iis/extensions/url-rewrite-module/url-rewrite-module-configuration-reference), and
 * routing rules of S3. Pure.
 */

import { SaxesParser } from "saxes";
import { STATUS_WORDS } from "../../../../data/redirect-maps.ts";
import { wordTable } from "../../../../data/word-table.ts";
import { type Found, leftOut, omit, type Place, ruleOf, START } from "../map-item.ts";
import { routingRule } from "./json.ts";
import { globRule, regexRules } from "./patterns.ts";

interface Element {
  readonly name: string;
  readonly place: Place;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Element[];
  text: string;
}

/** Maximum nesting; real configurations have about ten levels. */
const MOST_NESTED = 100;

export function readXml(text: string): Found[] {
  const root: Element = { name: "", place: START, attributes: new Map(), children: [], text: "" };
  const open = [root];
  const parser = new SaxesParser({ xmlns: false, position: true });
  const here = () => ({ line: parser.line, column: Math.max(1, parser.column) });
  let place = root.place;
  parser.on("opentagstart", ({ name }) => {
    const { line, column } = here();
    place = { line, column: Math.max(1, column - name.length - 1) };
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (open.length > MOST_NESTED) throw new Error("more than 100 elements inside each other");
    const element = { name, place, attributes: new Map(Object.entries(attributes)), children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("text", (part) => {
    const element = open.at(-1);
    if (element) element.text += part;
  });
  parser.on("closetag", () => open.pop());
  parser.on("error", (error) => {
    throw error;
  });
  const faults: Found[] = [];
  try {
    parser.write(text).close();
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/^\d+:\d+: /, "") : String(error);
    faults.push({ ...here(), fault: `${message}; the file is not read any further` });
  }
  const rules = within(root, "RoutingRule");
  return [...rules.map(ofStorage), ...ofIis(root), ...faults];
}

/** Elements of a name, at any depth. */
function within(element: Element, name: string): Element[] {
  return element.children.flatMap((each) => [...(each.name === name ? [each] : []), ...within(each, name)]);
}

function ofStorage(rule: Element): Found {
  const { place } = rule;
  const membersOf = (name: string) =>
    new Map(
      within(rule, name).flatMap(({ children }) => children.map((each) => [each.name, each.text.trim()])),
    );
  return routingRule(membersOf("Redirect"), { place, members: membersOf("Condition") }, place);
}

const statuses = wordTable(STATUS_WORDS);
const statusOf = (word = "permanent") => statuses.get(word.toLowerCase()) ?? word;

const slashed = (target: string) => (/^(?:\/|https?:|\$|\{|$)/i.test(target) ? target : `/${target}`);

function ofIis(root: Element): Found[] {
  /** Statuses of maps, by the rules that use them. */
  const used = new Map<string, string>();
  const rules = within(root, "rule").flatMap((rule): Found[] => {
    const [action] = within(rule, "action");
    const inputs = [
      ...within(rule, "add").map(({ attributes }) => attributes.get("input")),
      action?.attributes.get("url"),
    ];
    const [, map] = /\{([^{}:]+):\{[\w:]+\}\}/.exec(inputs.join(" ")) ?? [];
    if (map === undefined) return iisRule(rule, action);
    used.set(map, statusOf(action?.attributes.get("redirectType")));
    return [];
  });
  const mapped = within(root, "rewriteMap").flatMap(({ attributes, children }) =>
    children.map(({ place, attributes: entry }) => {
      const [key = "", value = ""] = [entry.get("key"), entry.get("value")];
      return ruleOf(slashed(key), slashed(value), used.get(attributes.get("name") ?? "") ?? "", {
        from: place,
      });
    }),
  );
  const moved = within(root, "httpRedirect").filter(
    ({ attributes }) => attributes.get("enabled") !== "false",
  );
  return [...mapped, ...rules, ...moved.map(({ place }) => leftOut(place, "httpRedirect is not read"))];
}

function iisRule(rule: Element, action: Element | undefined): Found[] {
  const [match] = within(rule, "match");
  const given = (name: string) => action?.attributes.get(name);
  const asked = (name: string) => match?.attributes.get(name);
  const type = given("type");
  const isAnswer = type === "CustomResponse";
  if (rule.attributes.get("enabled") === "false") return [omit(rule.place, "disabled")];
  if (type !== "Redirect" && !isAnswer) return [omit(rule.place, "internal")];
  if (within(rule, "add").length > 0 || asked("negate") === "true") return [omit(rule.place, "conditional")];
  const places = { from: match?.place ?? rule.place };
  const status = isAnswer ? (given("statusCode") ?? "") : statusOf(given("redirectType"));
  const to = (given("url") ?? "").replace(/\/?\{R:0\}/g, "{path}").replace(/\{R:(\d)\}/g, "$$$1");
  const target = isAnswer ? "" : `${slashed(to)}${given("appendQueryString") === "false" ? "?" : ""}`;
  const source = asked("url") ?? "";
  const syntax = rule.attributes.get("patternSyntax");
  if (syntax === "ExactMatch") return [ruleOf(`/${source}`, target.replace(/\?$/, ""), status, places)];
  if (syntax === "Wildcard") return [globRule(`/${source}`, target, status, places)];
  return regexRules(source, target, status, places, {
    base: "/",
    ignoresCase: asked("ignoreCase") !== "false",
  });
}
