/** Reads digests and references from the content of a resource, so that the content can be freed. Pure. */

import type { Budget } from "../../../api/budget.ts";
import { verdictsOf } from "../../../http/chain.ts";
import type { Exchange } from "../../../http/exchange.ts";
import { FIRST_BYTES, type Looked } from "../judge/look-up.ts";
import { type Digests, digestsOf } from "./digests.ts";
import { MANY_IMPORTS, MANY_URLS } from "./read-page.ts";
import type { Inserted, Reference } from "./reference.ts";
import { type Imports, importsIn, insertedBy } from "./script-text.ts";
import { type SheetUrl, sheetUrls } from "./style-sheet.ts";

export type SheetTarget = Omit<SheetUrl, "text"> & { readonly url: URL };

/** Result of a lookup without its content. */
export interface Answer extends Omit<Looked, "content"> {
  readonly body?: NonNullable<Exchange["content"]>["body"];
  readonly digests?: Digests;
  readonly sheet?: readonly SheetTarget[];
  readonly imports?: Imports;
  readonly inserts?: readonly Inserted[];
  /** Reason why the content was not read to the end. */
  readonly unread?: string;
}

/** Error if a script's URL returns an HTML page, such as the error page of the site. */
export const NO_SCRIPT = "The server sends an HTML page instead of a script.";

/** Whether it starts like HTML. No script starts with `<`, except the comment `<!--` (ECMA-262 annex B.1.1). */
export function isPageForScript({ as }: Pick<Reference, "as">, text: string, status = 200): boolean {
  return (
    as === "script" && status < 400 && /^[\s\ufeff]{0,999}<(?:[a-z?/]|!doctype\b)/i.test(text.slice(0, 2000))
  );
}

/** Whether content of this kind may reference other resources. */
function namesMore({ as }: Pick<Reference, "as">): boolean {
  return as === "style" || as === "script";
}

export function needsContent(reference: Reference): boolean {
  return namesMore(reference) || reference.integrity !== undefined;
}

/** Whether the first bytes of this kind can show that browsers do not use it. */
export function hasFormat({ as }: Pick<Reference, "as">): boolean {
  return as === "image" || as === "font" || as === "frame" || as === "object";
}

/** First bytes of fonts: WOFF2, WOFF, TrueType, OpenType, a collection, and Apple's TrueType. */
const FONT = /^(?:wOF[2F]|\0\u0001\0\0|OTTO|ttcf|true)/;
/** Start of a text that no browser accepts as an image. */
const NO_IMAGE = /^[\s\u00ef\u00bb\u00bf]{0,100}(?:[<{[]|$)/;
const NO_SVG = /^[\s\u00ef\u00bb\u00bf]{0,100}(?:<(?:!doctype\s+html|html)\b|[{[]|$)/i;

/** Reason if the content could not be decoded to its end. Browsers ignore a wrong checksum. */
function codingFlaw({ decoding, undecodable }: NonNullable<Exchange["content"]>): string | undefined {
  const { kind = "checksum" } = decoding?.flaw ?? {};
  return undecodable || kind !== "checksum" ? "Its compressed content is damaged or incomplete." : undefined;
}

/** Reason why browsers do not use a file, by its first bytes. */
function formatFlaw({ as }: Reference, opening: Uint8Array, hop: Looked["hops"][number] | undefined) {
  if ((as === "style" || as === "script") && opening[0] === 0x1f && opening[1] === 0x8b)
    return "It is still compressed: Content-Encoding is missing, or names too few codings.";
  if (as !== "image" && as !== "font") return undefined;
  const start = Buffer.from(opening.subarray(0, FIRST_BYTES)).toString("latin1");
  if (start === "") return `It is empty, not ${as === "font" ? "a font" : "an image"}.`;
  if (as === "font") return FONT.test(start) ? undefined : "Its content is not a font.";
  const isSvg = hop !== undefined && verdictsOf(hop).content?.type === "image/svg+xml";
  if (!(isSvg ? NO_SVG : NO_IMAGE).test(start)) return undefined;
  return start.trimStart().startsWith("<")
    ? "It answers with an HTML page, not with an image."
    : "Its content is not an image.";
}

export async function readContent(
  { content, ...looked }: Looked,
  reference: Reference,
  budget: Budget,
  isHashed = reference.integrity !== undefined,
): Promise<Answer> {
  if (!content) {
    const isLeft = budget.left("read") > 0 && budget.left("decoded") > 0;
    const { exhausted } = budget;
    const isMissing = !isLeft && looked.error === undefined && needsContent(reference);
    return isMissing && exhausted !== undefined ? { ...looked, unread: exhausted } : looked;
  }
  const { opening = new Uint8Array(), body } = content;
  const flaw =
    looked.error === undefined
      ? (codingFlaw(content) ?? formatFlaw(reference, opening, looked.hops.at(-1)))
      : undefined;
  const answer = { ...looked, body, ...(flaw !== undefined && { error: flaw }) };
  if (!needsContent(reference) || looked.error !== undefined) return answer;
  const isWhole = !body.truncated && opening.length === body.decodedBytes;
  const cutOff =
    isWhole || opening.length === 0 ? undefined : (budget.exhausted ?? "its content is too long");
  const digests = isWhole && isHashed ? await budget.run(digestsOf(opening)) : undefined;
  const text = namesMore(reference) ? new TextDecoder().decode(opening) : "";
  if (isPageForScript(reference, text, looked.hops.at(-1)?.status)) return { ...answer, error: NO_SCRIPT };
  const facts = namesMore(reference) ? await namedIn(text, looked.hops.at(-1)?.url, reference, budget) : {};
  const unread = cutOff ?? ("unread" in facts ? facts.unread : undefined);
  return { ...answer, ...(digests && { digests }), ...facts, ...(unread !== undefined && { unread }) };
}

type Facts = Pick<Answer, "sheet" | "imports" | "inserts" | "unread">;

async function namedIn(
  text: string,
  from: URL | undefined,
  { as }: Reference,
  budget: Budget,
): Promise<Facts> {
  const spent = () => ({ unread: budget.exhausted ?? "" });
  if (as === "style") {
    const read = await budget.run(sheetUrls(text));
    if (!read) return spent();
    const sheet = read.urls.flatMap(({ text: reference, ...found }) => {
      const url = URL.parse(reference, from?.href);
      return url ? { ...found, url } : [];
    });
    return { sheet, ...(!read.isWhole && { unread: MANY_URLS }) };
  }
  const imports = await budget.run(importsIn(text));
  const inserts = await budget.run(insertedBy(text));
  if (!imports || !inserts) return spent();
  return { imports, inserts, ...(!imports.isWhole && { unread: MANY_IMPORTS }) };
}
