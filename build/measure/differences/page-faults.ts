/** Random pages with planted faults: loads from three origins, each with its fault. */

import type { Chance } from "./random.ts";
import type { Answer, Requested } from "./server.ts";
import { tinyFont } from "./tiny-font.ts";

export interface PlantedPage {
  readonly url: string;
  readonly answers: ReadonlyMap<string, Answer | ((requested: Requested) => Answer)>;
  /** Observations to make in the browser for each load, with its URL or the text of inline code. */
  readonly probes: readonly Probe[];
}

export interface Probe {
  readonly id: string;
  readonly kind:
    | "script"
    | "module"
    | "style"
    | "image"
    | "font"
    | "frame"
    | "preload"
    | "inline"
    | "style-element"
    | "style-attribute"
    | "handler";
  /** URL as written in the page, or the inline code. */
  readonly key: string;
  readonly fault: string;
}

const PAGE = "page.shop.example";
const SAME_SITE = "cdn.shop.example";
const OTHER = "other.test";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const FONT = tinyFont();

const digest = (text: string) => `sha384-${new Bun.CryptoHasher("sha384").update(text).digest("base64")}`;
const source = (text: string) => `'sha256-${new Bun.CryptoHasher("sha256").update(text).digest("base64")}'`;

const TYPES = {
  script: "text/javascript",
  module: "text/javascript",
  style: "text/css",
  image: "image/png",
  font: "font/ttf",
  frame: "text/html",
} as const;
type Kind = keyof typeof TYPES;

/** Possible faults of a load. */
const FAULTS = [
  "none",
  "none",
  "none",
  "not-in-policy",
  "redirect-out",
  "redirect-in",
  "no-cors",
  "cors-credentials",
  "mixed",
  "mixed-srcset",
  "corp-same-origin",
  "corp-same-site",
  "type",
  "type-nosniff",
  "integrity-wrong",
  "integrity-right",
  "integrity-opaque",
  "x-frame-options",
  "frame-ancestors",
  "not-found",
  "cut",
  "referrer",
] as const;
type Fault = (typeof FAULTS)[number];

/** Header lines of the page that make all of its loads fail. */
const PAGE_FAULTS: readonly (readonly string[])[] = [
  [],
  [],
  [],
  ["Cross-Origin-Embedder-Policy: require-corp"],
  ["Cross-Origin-Embedder-Policy: credentialless"],
  ["Integrity-Policy: blocked-destinations=(script)"],
  ["Integrity-Policy-Report-Only: blocked-destinations=(script)"],
];

const REFERRERS = ["no-referrer", "same-origin", "origin", "unsafe-url", "no-referrer, bad"] as const;

export function plantPage(number: number, chance: Chance): PlantedPage {
  const scheme = chance.pick(["https", "https", "https", "http"]);
  const url = `${scheme}://${PAGE}/p${number}`;
  const answers = new Map<string, Answer | ((requested: Requested) => Answer)>();
  const probes: Probe[] = [];
  const [head, body, sheet, sources]: [string[], string[], string[], Set<string>] = [
    [],
    [],
    [],
    new Set(["'self'"]),
  ];
  const nonce = "bm9uY2U";

  const place = (kind: Kind, id: string, fault: Fault) => {
    const host =
      kind === "font" && chance.number(2) === 0 ? PAGE : chance.pick([PAGE, SAME_SITE, OTHER, OTHER]);
    const over = fault.startsWith("mixed") ? "http" : scheme;
    const path = `/${id}.${kind}`;
    const href = `${over}://${host}${path}`;
    const content = bodyOf(kind, id, `${scheme}://${host}`);
    const { crossorigin, integrity } = attributesFor(kind, fault, String(content), chance);
    const answer: Answer = {
      status: fault === "not-found" ? 404 : 200,
      headers: [
        `Content-Type: ${typeFor(kind, fault, chance)}`,
        "Cache-Control: no-store",
        ...linesFor(kind, fault, `${scheme}://${PAGE}`, chance),
      ],
      body: content,
    };
    const isRedirect = fault === "redirect-out" || fault === "redirect-in";
    const target = isRedirect
      ? `${scheme}://${fault === "redirect-out" ? "third.test" : OTHER}/to${path}`
      : href;
    const page = chance.pick([host === PAGE ? url : `${scheme}://${PAGE}/`, undefined]);
    plantAnswers(answers, fault, { href, target, answer, page });
    if (fault !== "not-in-policy") sources.add(`${over}://${host}`);
    if (fault === "redirect-in") sources.add(`${scheme}://${OTHER}`);
    const attributes = `${crossorigin === "" ? "" : `crossorigin="${crossorigin}"`} ${integrity === "" ? "" : `integrity="${integrity}"`}`;
    const named = fault === "mixed-srcset" ? `srcset="${href}"` : `src="${href}"`;
    const markup: Readonly<Record<Kind, () => void>> = {
      script: () => head.push(`<script src="${href}" ${attributes}></script>`),
      module: () => head.push(`<script type="module" src="${href}" ${attributes}></script>`),
      style: () =>
        head.push(`<link rel="stylesheet" href="${href}" ${attributes}>`) && body.push(`<i id="${id}"></i>`),
      image: () => body.push(`<img id="${id}" ${named} ${attributes}>`),
      font: () =>
        sheet.push(`@font-face{font-family:${id};src:url(${href})}.font-${id}{font-family:${id}}`) &&
        body.push(`<p id="${id}" class="font-${id}">x</p>`),
      frame: () => body.push(`<iframe id="${id}" src="${href}"></iframe>`),
    };
    markup[kind]();
    probes.push({ id, kind, key: href, fault });
  };

  const count = 6 + chance.number(6);
  for (let index = 0; index < count; index++) {
    const kind = chance.pick([
      "script",
      "script",
      "module",
      "style",
      "style",
      "image",
      "image",
      "font",
      "frame",
      "frame",
    ] as const);
    place(kind, `r${number}x${index}`, chance.pick(FAULTS));
  }

  const preloads = plantPreloads(number, scheme, chance);
  for (const { probe, answer } of preloads) {
    answers.set(probe.key, answer);
    probes.push(probe);
    if (probe.fault !== "not-in-policy") sources.add(new URL(probe.key).origin);
  }

  const inlineSources: string[] = [];
  const code = (
    kind: Probe["kind"],
    id: string,
    key: string,
    hash: string,
    markup: string,
    where: string[],
  ) => {
    const fault = chance.pick(["none", "no-digest"]);
    if (fault === "none") inlineSources.push(hash);
    where.push(markup);
    probes.push({ id, kind, key, fault });
  };
  const id = (what: string) => `${what}${number}`;
  const script = `window.${id("in")}=1`;
  code(
    "inline",
    id("in"),
    script,
    chance.pick([source(script), `'nonce-${nonce}'`]),
    `<script nonce="${nonce}">${script}</script>`,
    head,
  );
  const style = `#${id("st")}{left:7px}`;
  code("style-element", id("st"), style, source(style), `<style>${style}</style>`, head);
  body.push(`<i id="${id("st")}"></i>`);
  const attribute = "left:7px";
  code(
    "style-attribute",
    id("sa"),
    attribute,
    `'unsafe-hashes' ${source(attribute)}`,
    `<i id="${id("sa")}" style="${attribute}"></i>`,
    body,
  );
  const handler = `window.${id("ha")}=1`;
  code(
    "handler",
    id("ha"),
    handler,
    `'unsafe-hashes' ${source(handler)}`,
    `<b id="${id("ha")}" onclick="${handler}"></b>`,
    body,
  );

  const own = [...inlineSources].join(" ");
  const all = [...sources].join(" ");
  const policy = chance.pick([
    undefined,
    `default-src ${all} ${own}`,
    `script-src ${all} ${own}; style-src ${all} ${own}; img-src ${all}; font-src ${all}; frame-src ${all}`,
    `default-src ${all}; script-src 'unsafe-inline' ${all}; style-src 'unsafe-inline' ${all}`,
    `img-src 'self'; frame-src 'none'; script-src-elem ${all} ${own}`,
    `default-src ${all} ${own}; upgrade-insecure-requests`,
  ] as const);
  const where = policy === undefined ? "none" : chance.pick(["header", "header", "meta", "report-only"]);
  const sheetUrl = `${scheme}://${PAGE}/s${number}.css`;
  answers.set(sheetUrl, {
    headers: ["Content-Type: text/css", "Cross-Origin-Resource-Policy: cross-origin"],
    body: `i{position:relative}${sheet.join("")}`,
  });
  const lines = [
    "Content-Type: text/html; charset=utf-8",
    "Cache-Control: no-store",
    ...chance.pick(PAGE_FAULTS),
    ...chance.pick([[], ...REFERRERS.map((policy) => [`Referrer-Policy: ${policy}`])]),
    ...preloads.map(({ line }) => line),
    ...(where === "header" ? [`Content-Security-Policy: ${policy}`] : []),
    ...(where === "report-only" ? [`Content-Security-Policy-Report-Only: ${policy}`] : []),
  ];
  const meta = where === "meta" ? `<meta http-equiv="Content-Security-Policy" content="${policy}">` : "";
  answers.set(url, {
    headers: lines,
    body: `<!doctype html>${meta}<link rel=stylesheet href="${sheetUrl}">${head.join("\n")}<body>${body.join("\n")}`,
  });
  return { url, answers, probes };
}

interface PlantedAnswer {
  readonly href: string;
  /** Target of the redirect if there is one, otherwise the URL itself. */
  readonly target: string;
  readonly answer: Answer;
  /** Referrer that the server requires; undefined for any. */
  readonly page: string | undefined;
}

function plantAnswers(
  answers: Map<string, Answer | ((requested: Requested) => Answer)>,
  fault: Fault,
  { href, target, answer, page }: PlantedAnswer,
): void {
  if (fault === "referrer") answers.set(href, forReferrer(answer, page));
  else if (fault === "cut") answers.set(href, CUT);
  else answers.set(target.replace(/^http:/, "https:"), answer).set(target, answer);
  if (target !== href)
    answers.set(href, {
      ...answer,
      status: 302,
      headers: [...(answer.headers ?? []), `Location: ${target}`],
      body: "",
    });
}

/** Plants preloads in Link headers: a browser shows only whether it requests them. */
function plantPreloads(number: number, scheme: string, chance: Chance) {
  return (["none", "not-in-policy", "mixed"] as const).map((fault, index) => {
    const kind = chance.pick(["script", "style", "image"] as const);
    const host = chance.pick([PAGE, OTHER, "third.test"]);
    const id = `l${number}x${index}`;
    const key = `${fault === "mixed" ? "http" : scheme}://${host}/${id}.${kind}`;
    const answer: Answer = { headers: [`Content-Type: ${TYPES[kind]}`], body: bodyOf(kind, id, "") };
    const probe: Probe = { id, kind: "preload", key, fault };
    return { probe, answer, line: `Link: <${key}>; rel=preload; as=${kind}` };
  });
}

/** Answers only requests with a wanted referrer, or only those without a referrer. */
const forReferrer =
  (answer: Answer, wanted: string | undefined) =>
  ({ headers }: Requested): Answer =>
    headers.get("referer") === wanted ? answer : { status: 403 };

function attributesFor(kind: Kind, fault: Fault, content: string, { pick }: Chance) {
  const isCode = kind === "script" || kind === "style" || kind === "module";
  const requested =
    fault === "cors-credentials"
      ? "use-credentials"
      : pick(["", "", "anonymous", "use-credentials"] as const);
  let crossorigin: string = requested;
  if (kind === "module" || kind === "font")
    crossorigin = kind === "module" && requested !== "" ? requested : "anonymous";
  if (kind === "frame") crossorigin = "";
  const hashed = isCode && fault.startsWith("integrity");
  if (hashed && fault !== "integrity-opaque" && crossorigin === "") crossorigin = "anonymous";
  return {
    crossorigin,
    integrity: hashed ? digest(fault === "integrity-wrong" ? "something else" : content) : "",
  };
}

function typeFor(kind: Kind, fault: Fault, { pick }: Chance): string {
  if (!fault.startsWith("type")) return TYPES[kind];
  // Frames get text/csv: browsers show text/plain in a frame, but its script does not run.
  return kind === "frame" ? "text/csv" : kind === "style" ? "text/plain" : pick(["text/plain", "text/csv"]);
}

function linesFor(kind: Kind, fault: Fault, page: string, { pick, number }: Chance): string[] {
  const corp = fault.startsWith("corp-") ? fault.slice(5) : number(2) === 0 ? "cross-origin" : undefined;
  return [
    ...(fault === "cors-credentials" ? ["Access-Control-Allow-Origin: *"] : []),
    ...(fault === "no-cors" || fault === "cors-credentials"
      ? []
      : [`Access-Control-Allow-Origin: ${page}`, "Access-Control-Allow-Credentials: true"]),
    ...(corp === undefined ? [] : [`Cross-Origin-Resource-Policy: ${corp}`]),
    ...(fault === "type-nosniff" ? ["X-Content-Type-Options: nosniff"] : []),
    ...(kind === "frame" && fault === "x-frame-options"
      ? [`X-Frame-Options: ${pick(["DENY", "SAMEORIGIN"])}`]
      : []),
    ...(kind === "frame" && fault === "frame-ancestors"
      ? [`Content-Security-Policy: frame-ancestors ${pick(["'self'", page, "'none'"])}`]
      : []),
    ...(kind === "frame" && number(3) === 0 ? ["Cross-Origin-Embedder-Policy: require-corp"] : []),
  ];
}

/** Closes the connection without an answer. */
export const CUT: Answer = { status: 0 };

function bodyOf(kind: Kind, id: string, origin: string): string | Uint8Array {
  if (kind === "script" || kind === "module") return `window.${id}=1`;
  if (kind === "style") return `#${id}{left:7px}`;
  if (kind === "image") return PNG;
  if (kind === "font") return FONT;
  return `<!doctype html><img src="${origin}/beacon/${id}">`;
}
