/** The document as it came → what it loads, and what decides about that. Pure. */

import type { Budget } from "../../api/budget.ts";
import { checkLoad } from "../../headers/verdicts/policy-loads.ts";
import { charsetOf, decoderFor } from "../../http/chain/browser/charset.ts";
import { declaredCharset } from "../../http/chain/browser/page-refresh.ts";
import type { Exchange } from "../../http/exchange.ts";
import { fieldLines } from "../../http/framing.ts";
import type { Hop } from "../../http/hop.ts";
import { responseOf, verdictsOf } from "../../http/hop-verdicts.ts";
import { hopsOf } from "../../http/report.ts";
import { parseLinks } from "../../syntax/link.ts";
import { parameterValue } from "../../syntax/parameters.ts";
import { ELEMENTS } from "./elements.ts";
import { openPage, type PageContext } from "./page-context.ts";
import { readPage } from "./read-page.ts";
import type { PageReading, Reference } from "./reference.ts";

export interface Opened {
  readonly page: PageContext;
  readonly reading: PageReading;
  readonly references: readonly Reference[];
  readonly hops: readonly Hop[];
}

/** Undefined where the exchanges end with no HTML. */
export async function openDocument(
  exchanges: readonly Exchange[],
  budget: Budget,
): Promise<Opened | undefined> {
  const last = exchanges.at(-1);
  const hops = hopsOf(exchanges);
  const hop = hops.at(-1);
  const bytes = last?.content?.opening;
  if (!last?.head || !hop || !bytes) return undefined;
  const { content } = verdictsOf(hop);
  const isHtml = content && !content.download && !content.fails && isMarkup(content.type, bytes);
  if (!isHtml) return undefined;
  const label = await charsetOf(bytes, declaredCharset(hop.lines));
  const response = { ...responseOf(hop), url: hop.url };
  const bare = openPage(response, { metas: [], quirks: false });
  const mayBase = (url: URL) =>
    checkLoad({ as: "base", url: url.href }, bare.enforced("chromium", 0), hop.url, "chromium").allowed !==
    false;
  const reading = await readPage(decoderFor(label).decode(bytes), hop.url, budget, { mayBase });
  const page = openPage(response, reading);
  return { page, reading, hops, references: [...linked(last, hop.url), ...reading.references] };
}

/** XHTML is read as HTML, which finds the same in it. */
function isMarkup(type: string, bytes: Uint8Array): boolean {
  if (type === "text/html" || type === "application/xhtml+xml") return true;
  return (
    type === "" &&
    /^\s*<(?:!doctype html|html|head|body|script|title|meta)\b/i.test(
      Buffer.from(bytes.subarray(0, 512)).toString("latin1"),
    )
  );
}

/** Preloads of Link fields, those of a 103 first (RFC 8297; HTML section 4.6.7.10). */
function linked({ interim, head }: Exchange, url: URL): Reference[] {
  const lines = [...interim.filter(({ status }) => status === 103).slice(0, 1), ...(head ? [head] : [])];
  const seen = new Set<string>();
  return lines.flatMap((each, index) =>
    fieldLines(each.lines, "link").flatMap(({ value }) =>
      parseLinks(value).links.flatMap(({ target, rel, parameters }) => {
        const attributes = new Map<string, string>([
          ["rel", rel.join(" ")],
          ["href", target],
        ]);
        for (const name of ["as", "crossorigin", "integrity", "nonce", "type", "imagesrcset"]) {
          const has = parameters.find((parameter) => parameter.name === name);
          if (has) attributes.set(name, parameterValue(parameters, name) ?? "");
        }
        return (ELEMENTS.get("link")?.(attributes) ?? []).flatMap(({ url: text, from: _, ...found }) => {
          const resolved = URL.parse(text, url.href);
          if (!resolved || seen.has(`${found.as} ${resolved.href}`)) return [];
          seen.add(`${found.as} ${resolved.href}`);
          // Over HTTP/1.1 Firefox follows a 103, and Chromium does not.
          const isPassedOver = index === 0 && lines.length > 1 && each.httpVersion === "1.1";
          const condition = isPassedOver ? { condition: "platform" as const } : {};
          return [{ ...found, ...condition, url: resolved, where: { line: 0, element: "Link" }, metas: 0 }];
        });
      }),
    ),
  );
}
