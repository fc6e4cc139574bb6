/** Reports as one self-contained file, with a policy that blocks all loads. Pure. */

import type { ReportView } from "../view/report.ts";
import style from "./assets/style.css" with { type: "text" };
import { html } from "./html.ts";
import { reportView } from "./views/report-view.ts";

/** @param made Unix time in milliseconds @param version of netlens */
export function reportFile(report: ReportView, made: number, version: string): string {
  const title = report.url === "" ? "Header lines" : report.url;
  return savedPage({ title, markup: reportView(report).markup, made }, version);
}

/** File with a page's result. Links to the service become text. */
export function savedPage(
  { title, markup, made }: { readonly title: string; readonly markup: string; readonly made: number },
  version: string,
): string {
  const body = markup
    .replace(/<p class="json"><a href="\/v1\/[^"]*">View as JSON<\/a><\/p>/g, "")
    .replace(/<a href="\/[^"]*"[^>]*>(.*?)<\/a>/gs, "$1");
  return `${fileStart(title)}${body}${fileEnd(made, version)}`;
}

/** Document up to its first heading. */
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

export function fileEnd(made: number, version: string): string {
  return html`
</main>
<footer><p>Made by netlens ${version} on ${new Date(made).toUTCString()}.</p></footer>
</body>
</html>
`.markup;
}
