/** Reports as one self-contained file, with a policy that blocks all loads. Pure. */

import type { ReportView } from "../view/report.ts";
import style from "./assets/style.css" with { type: "text" };
import { html } from "./html.ts";
import { reportView } from "./views/report-view.ts";

export interface Made {
  /** Unix time in milliseconds. */
  readonly made: number;
  /** Version of netlens. */
  readonly version: string;
}

export function reportFile(report: ReportView, about: Made): string {
  const title = report.url === "" ? "Header lines" : report.url;
  return savedPage(title, reportView(report).markup, about);
}

/** File with a page's result. Links to the service become text. */
export function savedPage(title: string, markup: string, about: Made): string {
  const body = markup
    .replace(/<nav .*?<\/nav>/gs, "")
    .replace(/<p class="json"><a href="\/v1\/[^"]*">View as JSON<\/a><\/p>/g, "")
    .replace(/<a href="\/[^"]*"[^>]*>(.*?)<\/a>/gs, "$1");
  return `${fileStart(title, about)}${body}${fileEnd}`;
}

/** Document up to its result: title, time and version. */
export function fileStart(title: string, { made, version }: Made): string {
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
<p class="made">Made by netlens ${version} on ${new Date(made).toUTCString()}.</p>
`;
  return markup.replace("STYLE</head>", () => `<style>${style}</style>\n</head>`);
}

export const fileEnd = "\n</main>\n</body>\n</html>\n";
