/** Finds the Refresh of a response's page. Pure. */

import type { Refresh } from "../../../headers/verdicts.ts";
import { fieldLines } from "../../wire/framing.ts";
import { type Hop, verdictsOf } from "../hop.ts";
import { mayRefresh, metaRefresh } from "./meta-refresh.ts";

/** Start of HTML without a Content-Type (MIME Sniffing section 7.1). */
const HTML_OPENING =
  /^[\t\n\f\r ]*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)[\t\n\f\r >]/i;

/** @param opening first bytes of the decoded content */
export async function pageRefresh(hop: Hop, opening: Uint8Array): Promise<Refresh | undefined> {
  // Fast path for most pages: computes neither verdicts nor charset.
  if (!mayRefresh(opening)) return undefined;
  const { content, scripts } = verdictsOf(hop);
  // A page in a sandbox without scripts does not navigate (HTML, shared declarative refresh steps).
  if (!content || content.download || content.fails || scripts?.sandboxed) return undefined;
  const isHtml =
    content.type === "text/html" || (content.sniffed && content.type === "" && looksHtml(opening));
  return isHtml ? await metaRefresh(opening, hop.url, declaredCharset(hop.lines)) : undefined;
}

function looksHtml(opening: Uint8Array): boolean {
  return HTML_OPENING.test(Buffer.from(opening.subarray(0, 512)).toString("latin1"));
}

/** Charset of Content-Type in lower case, or `""`. */
export function declaredCharset(lines: Hop["lines"]): string {
  const [type] = fieldLines(lines, "content-type");
  return /;[\t ]*charset[\t ]*=[\t ]*"?([^\t "';]+)/i.exec(type?.value ?? "")?.[1]?.toLowerCase() ?? "";
}
