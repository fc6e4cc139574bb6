/** Type of a tool, and parts that several tools share. */

import { type Static, type TObject, Type } from "@sinclair/typebox";
import { PLACE_LABELS, RECIPE_CHOICES } from "../../data/recipe-servers.ts";
import type { Tag } from "../api/endpoint.ts";
import { optionalOneOf } from "../api/schema.ts";
import type { LookupOptions } from "../http/lookup.ts";
import { HttpBrief, type HttpReport } from "../http/schema.ts";
import type { GeoDatabases } from "../ip/lookup.ts";
import type { IpResult } from "../ip/schema.ts";
import type { PageOptions } from "../jobs/page/audit-url.ts";
import type { PageReport } from "../jobs/page/schema.ts";
import type { UserAgentDeps } from "../useragent/routes.ts";
import { briefOf } from "../view/brief.ts";
import { recipesOf } from "../view/how.ts";

/** Services that tools use. */
export interface ToolDeps {
  /** Checks the caller's rights. @throws NetlensError `forbidden` */
  readonly need: (tag: Tag) => void;
  readonly geo: () => GeoDatabases;
  /** Adds the host name. */
  readonly named: (result: IpResult) => Promise<IpResult>;
  /** Checks whether a bot's address belongs to its operator. */
  readonly verify: UserAgentDeps["verify"];
  /** Fetches a URL within the caller's limits. @throws NetlensError */
  readonly look: (url: string, options: LookupOptions) => Promise<HttpReport>;
  /** Fetches a page and its resources within the caller's limits. @throws NetlensError */
  readonly audit: (url: string, options: PageOptions) => Promise<PageReport>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

interface Tool<I extends TObject, O extends TObject> {
  readonly name: string;
  readonly title: string;
  /** Purpose and result, for the model. */
  readonly description: string;
  readonly input: I;
  readonly output: O;
  /** Set if it sends requests to other servers. */
  readonly openWorld?: true;
  /** @throws NetlensError */
  readonly run: (given: Static<I>, deps: ToolDeps) => Static<O> | Promise<Static<O>>;
  /** Text form of the result. */
  readonly text: (answer: Static<O>) => string;
}

export interface AnyTool extends Omit<Tool<TObject, TObject>, "run" | "text"> {
  readonly run: (given: never, deps: ToolDeps) => object | Promise<object>;
  readonly text: (answer: never) => string;
}

export function tool<I extends TObject, O extends TObject>(
  name: string,
  title: string,
  row: Omit<Tool<I, O>, "name" | "title">,
): AnyTool {
  return { name, title, ...row };
}

export const view = optionalOneOf(
  ["findings", "full"],
  "findings (default): the brief report; full: also the API's whole object, under report",
);

export const how = optionalOneOf(RECIPE_CHOICES, "Add recipes for a place");

/** Brief report; `view: full` adds the whole. */
export const Report = Type.Object(
  {
    ...HttpBrief.properties,
    report: Type.Optional(
      Type.Unsafe<object>({ type: "object", description: "The API's whole object, with view full" }),
    ),
  },
  { title: "Report" },
);

export function shown(report: HttpReport, view: string | undefined): Static<typeof Report> {
  return { ...briefOf(report), ...(view === "full" && { report }) };
}

export function reportText({ url, intent, steps, findings }: Static<typeof Report>): string {
  const lines = steps.flatMap(({ url, status, error, findings }) => [
    `${status === 0 ? "failed" : status} ${url}${error ? `: ${error.message} ${error.hint}` : ""}`.trim(),
    ...findings.filter(({ severity }) => severity !== "info").map(findingText),
  ]);
  return [`${url === "" ? "" : `${url}: `}${intent}`, ...lines, ...findings.map(findingText)].join("\n");
}

function findingText(finding: Static<typeof HttpBrief>["findings"][number]): string {
  const { severity, title, name, fix, how } = finding;
  const recipes = how ? recipesOf(how).map(({ place, text }) => `\n  ${PLACE_LABELS[place]}:\n${text}`) : [];
  return `- ${severity}: ${title} [${name}]${fix === undefined ? "" : ` Better: ${fix}`}${recipes.join("")}`;
}

/** Maximum length of a URL, in characters: data URLs are long. */
export const LONGEST_URL = 500;
