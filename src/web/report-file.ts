/** A report as one file that needs nothing else: everything inline, and a policy that lets nothing be loaded. Pure. */

import type { ReportView } from "../view/report.ts";
import { html } from "./html.ts";
import { reportView } from "./report-view.ts";
import style from "./style.css" with { type: "text" };

/** The document. `made` says when, in milliseconds since the epoch; `version` whose it is. */
export function reportFile(report: ReportView, made: number, version: string): string {
  const title = report.url === "" ? "Header lines" : report.url;
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
${reportView(report)}
</main>
<footer><p>Made by netlens ${version} on ${new Date(made).toUTCString()}.</p></footer>
</body>
</html>
`;
  // The service is not there to be asked, so what leads to it is text.
  return markup
    .replace(/<a href="\/[^"]*"[^>]*>(.*?)<\/a>/gs, "$1")
    .replace("STYLE</head>", () => `<style>${style}</style>\n</head>`);
}
