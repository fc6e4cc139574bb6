/** The times of a lookup as a picture that stands alone, to be pasted into an issue or a chat. Pure. */

import { plural } from "../headers/wording.ts";
import type { Stage } from "../http/schema.ts";
import { duration } from "../view/format.ts";
import type { ReportView } from "../view/report.ts";
import type { Waterfall } from "../view/waterfall.ts";
import { type Html, html } from "./html.ts";

/** Pixels. */
const WIDTH = 960;
const MARGIN = 16;
const BARS_FROM = 400;
const BARS_TO = 870;
const ROW = 24;
const TITLE_HEIGHT = 44;
/** Characters of a URL that fit before the bars. */
const URL_CHARACTERS = 52;

/** The colours of the page in light, which a picture cannot ask for. */
const COLOURS: Readonly<Record<Stage, string>> = {
  wait: "#8d8881",
  dns: "#8a4fb3",
  tcp: "#2f78c4",
  proxy: "#7a6cc0",
  tls: "#14958a",
  firstByte: "#d98a10",
  download: "#4d9a3a",
};

/** An SVG document: each step with its status, URL, stages and time, and what the colours mean. */
export function waterfallPicture(waterfall: Waterfall, steps: ReportView["steps"]): string {
  const { rows, total, stages } = waterfall;
  const height = TITLE_HEIGHT + rows.length * ROW + 40;
  const scale = (BARS_TO - BARS_FROM) / Math.max(total, 0.001);
  const title = `${plural(rows.length, "request")} in ${duration(total)}`;
  const bars = rows.map(({ stages, ms }, index): Html => {
    const y = TITLE_HEIGHT + index * ROW;
    const step = steps[index];
    const name = `${step?.status || "failed"}  ${shortened(step?.url ?? "")}`;
    return html`<text x="${MARGIN}" y="${y + 12}">${name}</text><rect x="${BARS_FROM}" y="${y + 3}" width="${BARS_TO - BARS_FROM}" height="11" fill="#efece6"/>${stages
      .filter(({ ms }) => ms > 0)
      .map(
        (span) =>
          html`<rect x="${(BARS_FROM + span.from * scale).toFixed(1)}" y="${y + 3}" width="${Math.max(span.ms * scale, 0.5).toFixed(1)}" height="11" fill="${COLOURS[span.name]}"><title>${span.label} ${duration(span.ms)}</title></rect>`,
      )}<text x="${WIDTH - MARGIN}" y="${y + 12}" text-anchor="end">${duration(ms)}</text>
`;
  });
  const legend = stages.map(({ name, label, ms }, index): Html => {
    const x = MARGIN + index * 152;
    return html`<rect x="${x}" y="${height - 24}" width="10" height="10" fill="${COLOURS[name]}"/><text x="${x + 15}" y="${height - 15}" fill="#5d5a55">${label} ${duration(ms)}</text>`;
  });
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}" font-family="system-ui,sans-serif" font-size="12" fill="#1b1a18"><rect width="100%" height="100%" fill="#fff"/><text x="${MARGIN}" y="26" font-size="15" font-weight="600">${title}</text>
${bars}${legend}</svg>
`.markup;
}

function shortened(url: string): string {
  return url.length > URL_CHARACTERS ? `${url.slice(0, URL_CHARACTERS)}…` : url;
}

/** A link that holds the picture itself: nothing is asked for again, and nothing kept. */
export function pictureLink(picture: string): string {
  // Unlike base64 it compresses.
  return `data:image/svg+xml,${encodeURI(picture).replaceAll("#", "%23")}`;
}
