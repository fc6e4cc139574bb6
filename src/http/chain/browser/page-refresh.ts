/** Where the page of a response leads on by itself. Pure. */

import type { Refresh } from "../../../headers/verdicts.ts";
import { fieldLines } from "../../wire/framing.ts";
import { type Hop, verdictsOf } from "../hop.ts";
import { mayRefresh, metaRefresh } from "./meta-refresh.ts";

/** How HTML begins where no Content-Type says that it is (MIME Sniffing section 7.1). */
const HTML_OPENING =
  /^[\t\n\f\r ]*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)[\t\n\f\r >]/i;

/** `opening`: the first bytes of the content, decoded. */
export async function pageRefresh(hop: Hop, opening: Uint8Array): Promise<Refresh | undefined> {
  // Nearly all pages lead nowhere, which needs neither verdicts nor their charset.
  if (!mayRefresh(opening)) return undefined;
  const { content, scripts } = verdictsOf(hop);
  // A page in a sandbox without scripts does not lead on (HTML, shared declarative refresh steps).
  if (!content || content.download || content.fails || scripts?.sandboxed) return undefined;
  const isHtml =
    content.type === "text/html" || (content.sniffed && content.type === "" && looksHtml(opening));
  return isHtml ? await metaRefresh(opening, hop.url, declaredCharset(hop.lines)) : undefined;
}

function looksHtml(opening: Uint8Array): boolean {
  return HTML_OPENING.test(Buffer.from(opening.subarray(0, 512)).toString("latin1"));
}

/** The charset of Content-Type in lower case; `""` without one. */
export function declaredCharset(lines: Hop["lines"]): string {
  const [type] = fieldLines(lines, "content-type");
  return /;[\t ]*charset[\t ]*=[\t ]*"?([^\t "';]+)/i.exec(type?.value ?? "")?.[1]?.toLowerCase() ?? "";
}
