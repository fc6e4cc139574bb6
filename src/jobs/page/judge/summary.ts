/** Summary of a page: broken, risky and slow resources, origins and findings. Pure. */

import { wordTexts } from "../../../../data/headers/words.ts";
import { optional } from "../../../api/body-parts.ts";
import { PAGE } from "../../../api/limits.ts";
import { plural } from "../../../headers/wording.ts";
import { blocked, failed, httpAvoidable, httpOnly, integrityMissing } from "../problems.ts";
import type { InlineCode, Note, Resource, Summary } from "../schema.ts";
import { cut } from "./outcome.ts";

const EXAMPLES = 3;
/** Minimum bytes on the wire of a resource that is large, and of text that is worth compressing. */
const LARGE = 500_000;
const COMPRESSIBLE = 1_000;

const TEXT = /^text\/|javascript|json|svg|xml/;
const STATIC: ReadonlySet<string> = new Set(["script", "style", "image", "font"]);
/** Kinds by the severity of a failure, the most severe first. */
const WEIGHTS: readonly string[] = ["script", "style", "frame", "font", "image"];

export function summaryOf(
  resources: readonly Resource[],
  inline: readonly InlineCode[],
  documentTime: number,
  beyond: readonly string[],
  preloads: readonly Note[],
): Summary {
  const loaded = resources.filter(({ outcome }) => outcome === "loads" || outcome === "upgraded");
  return {
    broken: brokenOf(resources, inline),
    risky: riskyOf(resources, loaded, beyond),
    slow: [...preloads, ...slowOf(distinct(loaded), documentTime)],
    origins: originsOf(resources),
    findings: findingsOf(resources),
  };
}

/** Resources without repeated requests, such as a preload and its use. */
function distinct(resources: readonly Resource[]): Resource[] {
  return [...new Map(resources.toReversed().map((one) => [`${one.as} ${one.url}`, one])).values()].reverse();
}

type Placed = Pick<Resource, "url" | "where" | "initiator">;

/** `script[src], line 4: https://…` */
function placed({ url, where, initiator }: Placed): string {
  const line = where.line > 0 ? `, line ${where.line}` : "";
  const place = `${where.element}${line}${initiator === undefined ? "" : ` of ${initiator}`}`;
  return cut(`${place}: ${url}`, PAGE.exampleShown);
}

function grouped<T>(
  all: readonly T[],
  titleOf: (one: T) => readonly [row: typeof blocked, title: string],
  exampleOf: (one: T) => string,
): Note[] {
  const notes = new Map<string, { name: string; count: number; examples: string[] }>();
  for (const one of all) {
    const [{ id: name }, title] = titleOf(one);
    const note = notes.get(title) ?? { name, count: 0, examples: [] };
    note.count++;
    if (note.examples.length < EXAMPLES) note.examples.push(exampleOf(one));
    notes.set(title, note);
  }
  return [...notes].map(([title, note]) => ({ title, ...note }));
}

/** One note on all of them, with examples. @param name id of the finding, if it is one */
export function notesOf(all: readonly Placed[], title: (count: number) => string, name?: string): Note[] {
  if (all.length === 0) return [];
  const examples = all.slice(0, EXAMPLES).map(placed);
  return [{ ...optional("name", name), title: title(all.length), count: all.length, examples }];
}

function brokenOf(resources: readonly Resource[], inline: readonly InlineCode[]): Note[] {
  const weight = ({ as, condition }: Resource) => {
    const at = WEIGHTS.indexOf(as);
    return (condition ? 10 : 0) + (at < 0 ? WEIGHTS.length : at);
  };
  const worst = resources
    .filter(({ outcome }) => outcome === "blocked" || outcome === "failed")
    .toSorted((a, b) => weight(a) - weight(b));
  const code = inline.filter(({ outcome }) => outcome === "blocked");
  return [
    ...grouped(code, brokenTitle, ({ where, text }) => `${where.element}, line ${where.line}: ${text}`),
    ...grouped(worst, brokenTitle, placed),
  ];
}

function brokenTitle(one: Resource | InlineCode): readonly [row: typeof blocked, title: string] {
  const title = one.blockedBy?.find(({ reportOnly }) => !reportOnly)?.title;
  return title === undefined && "url" in one ? [failed, failedTitle(one)] : [blocked, title ?? ""];
}

function failedTitle({ as, error, status }: Resource): string {
  return error
    ? cut(error, PAGE.titleShown)
    : `The server answers ${status}, so browsers do not use the ${as}.`;
}

function riskyOf(
  resources: readonly Resource[],
  loaded: readonly Resource[],
  beyond: readonly string[],
): Note[] {
  const foreign = distinct(loaded).filter(
    ({ as, thirdParty, hasIntegrity, integrity }) =>
      as === "script" && thirdParty && !hasIntegrity && integrity === undefined,
  );
  const insecure = resources.filter(({ url }) => url.startsWith("http:"));
  const { length } = beyond;
  return [
    ...notesOf(
      resources.filter(({ integrity }) => integrity !== undefined),
      (count) =>
        `${plural(count, "file")} from other sites without integrity: copy the attributes listed with ${count === 1 ? "it" : "them"}`,
      integrityMissing.id,
    ),
    ...notesOf(foreign, (count) => `${plural(count, "script")} from other sites without integrity`),
    ...notesOf(
      insecure.filter(({ overHttps }) => overHttps === true),
      (count) =>
        `${plural(count, "http:// URL")} also ${count === 1 ? "answers" : "answer"} over https: change the scheme`,
      httpAvoidable.id,
    ),
    ...notesOf(
      insecure.filter(({ overHttps }) => overHttps === false),
      (count) =>
        `${plural(count, "http:// URL")} ${count === 1 ? "does" : "do"} not answer over https: host ${count === 1 ? "the file" : "the files"} elsewhere`,
      httpOnly.id,
    ),
    ...insecureOf(
      insecure.filter(({ outcome, overHttps }) => outcome !== "blocked" && overHttps === undefined),
    ),
    ...(length > 0
      ? [
          {
            title: `${length} ${length === 1 ? "entry of your policy is" : "entries of your policy are"} not used by this page`,
            count: length,
            examples: beyond.slice(0, EXAMPLES),
          },
        ]
      : []),
  ];
}

const NOUNS = wordTexts("nouns of one load");

function insecureOf(resources: readonly Resource[]): Note[] {
  const [kind = "", ...others] = new Set(resources.map(({ as }) => as));
  const noun = others.length === 0 ? (NOUNS.get(kind) ?? "file") : "file";
  const verb = noun === "form" ? "sent" : "loaded";
  return notesOf(
    resources,
    (count) => `${plural(count, noun)} ${count === 1 ? "is" : "are"} ${verb} over insecure http://`,
  );
}

function slowOf(loaded: readonly Resource[], documentTime: number): Note[] {
  const large = loaded.filter(({ wireBytes = 0 }) => wireBytes >= LARGE);
  const bare = loaded.filter(
    ({ encoding, type = "", wireBytes = 0 }) =>
      encoding === "" && TEXT.test(type) && wireBytes >= COMPRESSIBLE,
  );
  const early = new Set(loaded.filter(({ initiator }) => initiator === undefined).map(({ url }) => url));
  const late = loaded.filter(({ as, initiator, url }) => as === "font" && initiator && !early.has(url));
  return [
    ...notesOf(large, (count) => `${plural(count, "file")} of ${LARGE / 1000} kB or more`),
    ...notesOf(bare, (count) => `${plural(count, "text file")} without compression`),
    ...notesOf(
      loaded.filter(({ as, cached }) => STATIC.has(as) && cached === "from-origin"),
      (count) => `${plural(count, "file")} ${count === 1 ? "is" : "are"} not cached`,
    ),
    ...notesOf(
      loaded.filter(({ redirects = 0 }) => redirects > 0),
      (count) => `${plural(count, "file")} behind redirects`,
    ),
    ...notesOf(
      late,
      (count) =>
        `${plural(count, "font")} found only after a style sheet loads: preload ${count === 1 ? "it" : "them"}`,
    ),
    ...chainOf(loaded, documentTime),
  ];
}

/** Chain of requests that ends last; each resource is requested by the one before it. */
function chainOf(loaded: readonly Resource[], documentTime: number): Note[] {
  const byUrl = new Map(loaded.map((one) => [one.location ?? one.url, one]));
  // Modules that are redirected may form a loop.
  const chain = (one: Resource): Resource[] => {
    const links = new Set<Resource>();
    for (let at: Resource | undefined = one; at && !links.has(at); at = byUrl.get(at.initiator ?? ""))
      links.add(at);
    return [...links].reverse();
  };
  const chains = loaded.filter(({ initiator }) => initiator !== undefined).map(chain);
  const time = (links: readonly Resource[]) =>
    links.reduce((sum, { timeTotal = 0 }) => sum + timeTotal, documentTime);
  const longest = chains.toSorted((a, b) => time(b) - time(a))[0];
  if (!longest) return [];
  const title = `The longest chain takes ${Math.round(time(longest))} ms: the page and ${plural(longest.length, "resource")} one after another`;
  return [{ title, count: longest.length, examples: longest.map(placed) }];
}

function originsOf(resources: readonly Resource[]): Summary["origins"] {
  const origins = new Map<string, Summary["origins"][number]>();
  for (const { url, thirdParty, status, wireBytes = 0, cookies = 0 } of distinct(resources)) {
    if (status === undefined) continue;
    const { origin } = new URL(url);
    const known = origins.get(origin) ?? { origin, thirdParty, requests: 0, wireBytes: 0, cookies: 0 };
    known.requests++;
    known.wireBytes += wireBytes;
    known.cookies += cookies;
    origins.set(origin, known);
  }
  return [...origins.values()].sort((a, b) => b.requests - a.requests);
}

const SEVERITIES: readonly string[] = ["error", "warning", "info"];

function findingsOf(resources: readonly Resource[]): Summary["findings"] {
  const findings = new Map<string, Summary["findings"][number]>();
  for (const resource of resources)
    for (const { name, severity, title } of resource.problems) {
      const known = findings.get(name) ?? { name, severity, title, count: 0, examples: [] };
      known.count++;
      if (known.examples.length < EXAMPLES) known.examples.push(cut(resource.url, PAGE.exampleShown));
      findings.set(name, known);
    }
  return [...findings.values()].sort(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || b.count - a.count,
  );
}
