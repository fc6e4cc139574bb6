import { type Kept, software } from "../../../data/software.ts";
import { type ProductPart, type Products, parseProducts } from "../../syntax/products.ts";
import {
  type AnyField,
  type AnyRow,
  type Context,
  type ExplainedLine,
  field,
  groupsOf,
  type Item,
  item,
  judge,
  plainField,
  problem,
} from "../field.ts";
import { messageTime } from "../reading/date.ts";
import { MOST_MEMBERS } from "../reading/list.ts";
import { day, listing, quote } from "../wording.ts";

type Product = Extract<ProductPart, { kind: "product" }>;

const LONGEST = 100;

interface Software extends Products {
  readonly name: string;
}

const problems = groupsOf<Software, ExplainedLine>([
  problem("server-syntax", "info", "rfc9110#section-10.2.4", {
    detect: ({ name, flaws }) => name === "Server" && flaws[0],
    title: ({ text }) => `${quote(text)} is neither a product nor a complete comment.`,
    bad: ["Server: Apache/2.4.41 (Ubuntu"],
    good: ["Server: Apache/2.4.41 (Ubuntu)"],
  }),
  problem("server-too-long", "info", "rfc9110#section-10.2.4", {
    detect: (_, __, { line }) => line.value.length > LONGEST,
    title: (_, { name }, __, { line }) => `${name} takes up ${line.value.length} bytes of every response.`,
    bad: [`Server: ${"module ".repeat(20)}`],
    good: ["Server: nginx"],
  }),
  problem("software-unsupported", "warning", "owasp/Top10/A06_2021-Vulnerable_and_Outdated_Components/", {
    detectAll: ({ parts }, context) => unsupported(parts, messageTime(context) ?? context.now),
    severityOf: ({ kept }) => (kept ? "info" : "warning"),
    title({ product, end, kept, of }, { name }) {
      const named = `${name} names ${nameAndVersion(product)}${of === undefined ? "" : ` of ${of}`}`;
      const ended = day(end - DAY);
      if (!kept) return `${named}, which has received no fixes since ${ended}.`;
      return `${named}, whose branch ended on ${ended}; ${kept.by} ships this version with its own fixes until ${day(Date.parse(kept.until))}.`;
    },
    bad: ["Date: Thu, 01 Jan 2026 00:00:00 GMT", "X-Powered-By: PHP/8.1.27"],
    good: ["Date: Thu, 31 Dec 2025 23:59:59 GMT", "X-Powered-By: PHP/8.1.27"],
  }),
]);

/** Field with product names. Headers other than Server are free text, also with commas and semicolons. */
function softwareField(name: string, owned: readonly AnyRow[] = []): AnyField<Products> {
  const isServer = name === "Server";
  return field(name, "product", {
    repeat: isServer ? "single" : "list",
    parse: (value) => cut(parseProducts(isServer ? versioned(value) : freeText(value))),
    items: ({ parts }) => parts.map(partItem),
    alternate: ({ parts }) => (parts.some(({ kind }) => kind === "product") ? inWords(parts) : undefined),
  }).problems({
    named: owned,
    check: (products, context, report, line) => judge(problems, { ...products, name }, context, line, report),
  });
}

function cut({ parts, flaws }: Products): Products {
  return { parts: parts.slice(0, MOST_MEMBERS), flaws };
}

/** Rewrites free text such as `Drupal 10, PHP/8.1` as products. */
function freeText(value: string): string {
  return versioned(value.replace(/[,;]/g, " "));
}

const SPACED = /wp engine|phusion passenger/gi;

/** Writes a slash before the version of `Microsoft-IIS 10.0` and `Jetty(9.4.11)`, and a hyphen in `WP Engine`. */
function versioned(value: string): string {
  return value
    .replaceAll(" + ", " ")
    .replace(SPACED, (name) => name.replace(" ", "-"))
    .replace(/([A-Za-z])\((\d+\.[^\s()]*)\)/g, "$1/$2")
    .replace(/\([^)]*\)?|([A-Za-z]\d?)(?: v?(?=\d)|-v?(?=\d+\.\d))/g, (whole, word?: string) =>
      word === undefined ? whole : `${word}/`,
    );
}

function partItem(part: ProductPart): Item {
  if (part.kind === "comment") {
    const what = /^\+?https?:\/\//.test(part.text) ? " with a link" : ", usually the operating system";
    return item("comment", part.text, `A comment${what}.`);
  }
  const { what = "A piece of software." } = software.get(part.name.toLowerCase()) ?? {};
  return item(part.name, part.version ?? "", what, supportWords(part));
}

interface Branch {
  /** Milliseconds since the epoch: end (UTC) of the last day with fixes. */
  readonly end: number;
  /** `8.1: fixes until 31 December 2025` */
  readonly words: string;
}

const DAY = 86_400_000;

function branchOf({ name, version }: Product): Branch | undefined {
  const branches = version === undefined ? undefined : software.get(name.toLowerCase())?.branches;
  const found = branches?.find(([branch]) => isOfBranch(version ?? "", branch));
  if (!found) return undefined;
  const [branch, until] = found;
  const last = Date.parse(until);
  return { end: last + DAY, words: `${branch}: fixes until ${day(last)}` };
}

/** `PHP 8.1: fixes until 31 December 2025`; undefined if unknown. */
function supportWords(product: Product): string | undefined {
  const branch = branchOf(product);
  return branch && `${product.name} ${branch.words}`;
}

interface Unsupported {
  readonly product: Product;
  /** Milliseconds since the epoch: end (UTC) of the last day with fixes. */
  readonly end: number;
  /** Distribution that still fixes the version. */
  readonly kept?: Kept | undefined;
  /** Release of a distribution that ended with the version. */
  readonly of?: string;
}

/** Products that get no more fixes at `now`, from the distribution in a comment or else from their projects. */
function unsupported(parts: readonly ProductPart[], now: number): readonly Unsupported[] {
  const [system] = parts.flatMap((part) =>
    part.kind === "comment" && SYSTEM.test(part.text) ? [part.text] : [],
  );
  return productsOf(parts).flatMap((product): readonly Unsupported[] => {
    const branch = branchOf(product);
    const [last] = releasesWith(product, system);
    const end = last && Date.parse(last.until) + DAY;
    const isKept = end !== undefined && now < end;
    const isOnlyThere = software.get(product.name.toLowerCase())?.branches === undefined;
    if (last && end !== undefined && !isKept && (system !== undefined || isOnlyThere))
      return [{ product, end, of: last.by }];
    if (!branch || now < branch.end) return [];
    return [{ product, end: branch.end, kept: isKept ? last : undefined }];
  });
}

/** Releases of the distribution, or of any, that ship the version; the longest supported first. */
function releasesWith({ name, version = "" }: Product, system: string | undefined): readonly Kept[] {
  const all = software.get(name.toLowerCase())?.kept ?? [];
  return all.filter(
    (one) =>
      isOfBranch(version, one.version) &&
      (system === undefined || one.by.toLowerCase().startsWith(system.toLowerCase())),
  );
}

/** Name of an operating system in a comment. */
const SYSTEM = /^(?:(?!Unix$)[A-Z][A-Za-z ]+|centos)$/;

function isOfBranch(version: string, branch: string): boolean {
  if (!version.startsWith(branch)) return false;
  const rest = version.charAt(branch.length);
  // OpenSSL before 3 has letters for fixes, such as 1.1.1f.
  return rest === "" || rest === "." || (rest >= "a" && rest <= "z");
}

function inWords(parts: readonly ProductPart[]): string {
  const names: string[] = [];
  const comments: string[] = [];
  for (const part of parts) {
    if (part.kind === "product") names.push(nameAndVersion(part));
    else if (/^[A-Z][\w .-]+$/.test(part.text)) comments.push(part.text);
  }
  return `${listing(names)}${comments.length > 0 ? ` on ${listing(comments)}` : ""}`;
}

function nameAndVersion({ name, version }: Product): string {
  const known = software.get(name.toLowerCase())?.name ?? name;
  return version === undefined ? known : `${known} ${version}`;
}

function productsOf(parts: readonly ProductPart[]): readonly Product[] {
  return parts.filter((part) => part.kind === "product");
}

export interface Disclosure {
  /** `nginx 1.14.0 on Ubuntu` */
  readonly words: string;
  /** Exact versions. */
  readonly versions: readonly string[];
  readonly support: readonly string[];
}

function disclosed({ parts }: Products): Disclosure {
  const exact = productsOf(parts).filter(({ version = "" }) => /\d\.\d/.test(version));
  return {
    words: exact.length === 1 ? inWords(parts) : listing(productsOf(parts).map(nameAndVersion)),
    versions: exact.map(nameAndVersion),
    support: exact.flatMap((product) => supportWords(product) ?? []),
  };
}

/** Server (RFC 9110 section 10.2.4). */
export const server = softwareField("Server", problems.flat());
export const xPoweredBy = softwareField("X-Powered-By");
export const poweredBy = softwareField("Powered-By");
export const xGenerator = softwareField("X-Generator");
export const xServerPoweredBy = softwareField("X-Server-Powered-By");
export const xPoweredCms = softwareField("X-Powered-CMS");

function versionField(name: string, what: string): AnyField<string> {
  return plainField(name, "string", {
    parse: (value) => value,
    alternate: (value) => (value === "" ? undefined : `${what} ${value}`),
  });
}

export const xAspnetVersion = versionField("X-AspNet-Version", "ASP.NET");
export const xAspnetMvcVersion = versionField("X-AspNetMvc-Version", "ASP.NET MVC");
export const xOwaVersion = versionField("X-OWA-Version", "Outlook on the web");
export const sharePointVersion = versionField("MicrosoftSharePointTeamServices", "SharePoint");

/** Headers that list products, Server first. */
const LISTING = [server, xPoweredBy, poweredBy, xGenerator, xServerPoweredBy, xPoweredCms];
const VERSIONS = [xAspnetVersion, xAspnetMvcVersion, xOwaVersion, sharePointVersion];

/** Lower-case names of headers that only disclose software. */
export const softwareFields: ReadonlySet<string> = new Set(
  [...LISTING, ...VERSIONS].filter((one) => one !== server).map(({ key }) => key),
);

/** Software that the message discloses. */
export function disclosures(context: Context): readonly (Disclosure & { readonly line: ExplainedLine })[] {
  const lists = LISTING.flatMap((one) => context.lines(one)).flatMap((line) =>
    line.parsed ? { ...disclosed(line.parsed), line } : [],
  );
  const versions = VERSIONS.flatMap((one) => context.lines(one)).flatMap((line) => {
    const words = line.header.alternate;
    return words === undefined ? [] : { words, versions: [words], support: [], line };
  });
  return [...lists, ...versions];
}
