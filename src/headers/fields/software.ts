import { software } from "../../../data/software.ts";
import { type AnyField, field, item, type Note, type ProblemKind } from "../field.ts";
import { messageTime } from "../reading/date.ts";
import { MOST_MEMBERS } from "../reading/list.ts";
import type { Item } from "../schema.ts";
import { rfc9110 } from "../specs.ts";
import { type ProductPart, type Products, parseProducts } from "../syntax/products.ts";
import { day, listing, quote } from "../wording.ts";

const KINDS = {
  "software-unsupported": {
    severity: "warning",
    link: "https://owasp.org/Top10/A06_2021-Vulnerable_and_Outdated_Components/",
    summary: "The software's branch gets no more fixes from its project; a distribution may still fix it.",
    bad: ["Date: Thu, 01 Jan 2026 00:00:00 GMT", "X-Powered-By: PHP/8.1.2"],
    good: ["Date: Thu, 31 Dec 2025 23:59:59 GMT", "X-Powered-By: PHP/8.1.2"],
  },
  "software-version": {
    severity: "info",
    link: rfc9110("section-10.2.4"),
    summary:
      "The exact version of the software is disclosed to everyone, which helps attackers pick known holes.",
    fix: (value: string, _found: never, name: string) =>
      name === "server" ? /^([A-Za-z][\w-]*)\/\S*/.exec(value)?.[1] : undefined,
    bad: ["Server: nginx/1.14.0 (Ubuntu)"],
    good: ["Server: nginx"],
  },
  "software-stack": {
    severity: "info",
    link: rfc9110("section-10.2.4"),
    summary: "The versions of several pieces of software are disclosed to everyone.",
    bad: ["Server: Apache/2.4.41 (Ubuntu) OpenSSL/1.1.1f PHP/7.4.3"],
    good: ["Server: Apache"],
  },
  "software-named": {
    severity: "info",
    link: "https://owasp.org/www-project-secure-headers/#prevent-information-disclosure-via-http-headers",
    summary: "A field has no other use than to tell what software is behind the site.",
    bad: ["X-Powered-By: Express"],
    good: ["Server: nginx"],
  },
  "server-too-long": {
    severity: "info",
    link: rfc9110("section-10.2.4"),
    summary: "Server is longer than needed; every response pays for it.",
    bad: [`Server: ${"module ".repeat(20)}`],
    good: ["Server: nginx"],
    edge: [[`Server: a${"b".repeat(100)}`], [`Server: a${"b".repeat(99)}`]],
  },
  "server-syntax": {
    severity: "info",
    link: rfc9110("section-10.2.4"),
    summary: "Server is not a list of products and comments.",
    bad: ["Server: Apache/2.4.41 (Ubuntu"],
    good: ["Server: Apache/2.4.41 (Ubuntu)"],
  },
} satisfies Record<string, ProblemKind>;
type Kind = keyof typeof KINDS;

type Product = Extract<ProductPart, { kind: "product" }>;

const LONGEST = 100;

/** A field of products. X-Powered-By and its like are free text in practice, so that commas and semicolons set apart too. */
function softwareField(name: string, kinds?: typeof KINDS): AnyField<Products> {
  const isServer = name === "Server";
  return field({
    name,
    type: "product",
    repeat: isServer ? "single" : "list",
    ...(kinds && { kinds }),
    parse: (value) => cut(parseProducts(isServer ? versioned(value) : freeText(value))),
    items: ({ parts }) => parts.map(partItem),
    alternate: ({ parts }) => (parts.some(({ kind }) => kind === "product") ? inWords(parts) : undefined),
    check({ parts, flaws }, context, note: Note<Kind>, { line }) {
      if (isServer && flaws[0])
        note("server-syntax", `${quote(flaws[0].text)} is neither a product nor a complete comment.`);
      if (line.value.length > LONGEST)
        note("server-too-long", `${name} takes ${line.value.length} bytes of every response.`);
      checkVersions(name, parts, note);
      checkSupport(name, parts, messageTime(context), note);
    },
  });
}

function cut({ parts, flaws }: Products): Products {
  return { parts: parts.slice(0, MOST_MEMBERS), flaws };
}

/** `Drupal 10, PHP/8.1` as products: commas are spaces, and a number after a word is its version. */
function freeText(value: string): string {
  return versioned(value.replace(/[,;]/g, " "));
}

/** `Microsoft-IIS 10.0`, `nginx-1.18.0` and `Jetty(9.4.11)` with a slash before the version; comments stay. */
function versioned(value: string): string {
  return value
    .replace(/([A-Za-z])\((\d+\.[^\s()]*)\)/g, "$1/$2")
    .replace(/\([^)]*\)|([A-Za-z])(?: v?(?=\d)|-v?(?=\d+\.\d))/g, (whole, word?: string) =>
      word === undefined ? whole : `${word}/`,
    );
}

function commentWords(text: string): string {
  return /^\+?https?:\/\//.test(text)
    ? "A remark: where there is more about it."
    : "A remark, mostly the operating system.";
}

function partItem(part: ProductPart): Item {
  if (part.kind === "comment") return item("comment", part.text, commentWords(part.text));
  const known = software.get(part.name.toLowerCase());
  return item(part.name, part.version ?? "", known?.what ?? "A piece of software.", supportWords(part));
}

interface Branch {
  readonly branch: string;
  /** The first moment without fixes: the end of the last day (UTC), milliseconds since the epoch. */
  readonly end: number;
  /** `8.1: fixes until 31 December 2025` */
  readonly words: string;
}

const DAY = 86_400_000;

/** Branches of products by name in lower case. */
const BRANCHES: ReadonlyMap<string, readonly Branch[]> = new Map(
  [...software].map(([name, known]) => [
    name,
    (known?.branches ?? []).map(([branch, until]) => ({
      branch,
      end: Date.parse(until) + DAY,
      words: `${branch}: fixes until ${day(Date.parse(until))}`,
    })),
  ]),
);

function branchOf({ name, version }: Product): Branch | undefined {
  return version === undefined
    ? undefined
    : BRANCHES.get(name.toLowerCase())?.find(({ branch }) => isOfBranch(version, branch));
}

/** `PHP 8.1: fixes until 31 December 2025`, where the branch and its last day are known. */
function supportWords(product: Product): string | undefined {
  const branch = branchOf(product);
  return branch && `${product.name} ${branch.words}`;
}

/** Says which branches got no more fixes when the message was sent; `now` is unknown for a message without a time. */
function checkSupport(
  field: string,
  parts: readonly ProductPart[],
  now: number | undefined,
  note: Note<Kind>,
): void {
  if (now === undefined) return;
  for (const part of parts) {
    const branch = part.kind === "product" ? branchOf(part) : undefined;
    if (part.kind !== "product" || !branch || now < branch.end) continue;
    const last = day(branch.end - DAY);
    note(
      "software-unsupported",
      `${field} names ${nameAndVersion(part)}, which has had no fixes since ${last}.`,
    );
  }
}

function isOfBranch(version: string, branch: string): boolean {
  if (!version.startsWith(branch)) return false;
  const rest = version.charAt(branch.length);
  // OpenSSL before 3 numbers its fixes with letters: 1.1.1f.
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

function checkVersions(name: string, parts: readonly ProductPart[], note: Note<Kind>): void {
  const products = parts.filter((part) => part.kind === "product");
  const exact = products.filter(({ version }) => version !== undefined && /\d\.\d/.test(version));
  if (exact.length === 0) {
    if (name !== "Server" && products.length > 0)
      note(
        "software-named",
        `${name} discloses ${listing(products.map(nameAndVersion))}; no client needs it.`,
      );
    return;
  }
  const support = exact.map(supportWords).filter((text) => text !== undefined);
  const rest = support.length > 0 ? ` (${support.join("; ")})` : "";
  if (exact.length > 1)
    note("software-stack", `${name} discloses ${listing(exact.map(nameAndVersion))}${rest}.`);
  else note("software-version", `${name} discloses ${inWords(parts)}${rest}.`);
}

/** Server (RFC 9110 section 10.2.4). */
export const server = softwareField("Server", KINDS);
export const xPoweredBy = softwareField("X-Powered-By");
export const poweredBy = softwareField("Powered-By");
export const xGenerator = softwareField("X-Generator");
export const xServerPoweredBy = softwareField("X-Server-Powered-By");
export const xPoweredCms = softwareField("X-Powered-CMS");

/** A field whose whole value is a version number. */
function versionField(name: string, what: string): AnyField<string> {
  return field({
    name,
    type: "string",
    repeat: "single",
    parse: (value) => value,
    alternate: (value) => (value === "" ? undefined : `${what} ${value}`),
    check: (value, _context, note: Note<Kind>) =>
      note("software-version", `${name} discloses ${what} ${value}.`),
  });
}

export const xAspnetVersion = versionField("X-AspNet-Version", "ASP.NET");
export const xAspnetMvcVersion = versionField("X-AspNetMvc-Version", "ASP.NET MVC");
export const xOwaVersion = versionField("X-OWA-Version", "Outlook on the web");
export const sharePointVersion = versionField("MicrosoftSharePointTeamServices", "SharePoint");
