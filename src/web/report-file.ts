/** A report as one file that needs nothing else: everything inline, and a policy that lets nothing be loaded. Pure. */

import type { ReportView } from "../view/report.ts";
import style from "./assets/style.css" with { type: "text" };
import { html } from "./html.ts";
import { reportView } from "./views/report-view.ts";

/** The document. `made` says when, in milliseconds since the epoch; `version` whose it is. */
export function reportFile(report: ReportView, made: number, version: string): string {
  const title = report.url === "" ? "Header lines" : report.url;
  return savedPage({ title, markup: reportView(report).markup, made }, version);
}

/** The document of a result. The service is not there to be asked, so what leads to it is text. */
export function savedPage(
  { title, markup, made }: { readonly title: string; readonly markup: string; readonly made: number },
  version: string,
): string {
  const body = markup
    .replace(/<p class="json"><a href="\/v1\/[^"]*">View as JSON<\/a><\/p>/g, "")
    .replace(/<a href="\/[^"]*"[^>]*>(.*?)<\/a>/gs, "$1");
  return `${fileStart(title)}${body}${fileEnd(made, version)}`;
}

/** A document up to below its heading. */
export function fileStart(title: string): string {
  const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const { markup } = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · netlens</title>
STYLE</head>
<body>
<main id="content">
<h1>${title}</h1>
`;
  return markup.replace("STYLE</head>", () => `<style>${style}</style>\n</head>`);
}

/** The rest of a document. */
export function fileEnd(made: number, version: string): string {
  return html`
</main>
<footer><p>Made by netlens ${version} on ${new Date(made).toUTCString()}.</p></footer>
</body>
</html>
`.markup;
}
