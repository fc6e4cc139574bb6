/** `GET /badge?url=`: what a lookup found, as a small picture for a README or a status page. */

import { contentOf, respond } from "../api/answer.ts";
import { spend } from "../api/cost.ts";
import { NetlensError } from "../api/errors.ts";
import { plural } from "../headers/wording.ts";
import { LOOKUP_COST } from "../http/routes.ts";
import type { HttpReport } from "../http/schema.ts";
import { servedFields, serveLookup } from "../http/serve-lookup.ts";
import { countsOf, findingsOf } from "../view/findings.ts";
import { gradeOf } from "../view/verdicts.ts";
import { html } from "./html.ts";
import type { WebDeps } from "./routes.ts";

/** Seconds for which whoever shows the badge need not ask again; after a failure soon. */
const FRESH = 300;
const FRESH_FAILURE = 10;

/**
 * The grade of a page; of what has none, how many errors and warnings there are. A lookup that fails is said to.
 * @throws NetlensError `invalid-url`, and what lookups throw
 */
export async function answerBadge(request: Request, { http }: WebDeps): Promise<Response> {
  const url = new URL(request.url).searchParams.get("url") ?? "";
  if (url.trim() === "")
    throw new NetlensError("invalid-url", "url is missing: /badge?url=https://example.com");
  spend(request, LOOKUP_COST);
  let served = {};
  const report = await serveLookup(request, url, {}, http, (from) => {
    served = servedFields(from);
  });
  return respond(request, contentOf(badgeOf(report)), {
    "content-type": "image/svg+xml; charset=utf-8",
    "content-security-policy": "default-src 'none'",
    // It is there to be shown by others.
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": `public, max-age=${report.status === "error" ? FRESH_FAILURE : FRESH}`,
    ...served,
  });
}

type Tone = "good" | "fair" | "bad" | "none";

/** White text on each has a contrast of 4.5 and more. */
const COLOURS: Readonly<Record<Tone, string>> = {
  good: "#1f6b3a",
  fair: "#8a5300",
  bad: "#b3261e",
  none: "#5d5a55",
};

/** The text and colour of the badge. */
function verdictOf(report: HttpReport): readonly [text: string, tone: Tone] {
  const last = report.steps.at(-1);
  if (report.status === "error" || !last) return ["failed", "none"];
  const grade = gradeOf(last)?.grade;
  if (grade !== undefined)
    return [grade, /^[AB]/.test(grade) ? "good" : /^[CD]/.test(grade) ? "fair" : "bad"];
  const [worst] = countsOf(findingsOf(report).filter(({ severity }) => severity !== "info"));
  if (!worst) return ["no problems", "good"];
  return [plural(worst.count, worst.severity), worst.severity === "error" ? "bad" : "fair"];
}

const LABEL = "HTTP headers";
/** Pixels of a character on average; the renderer is told to fill them, whichever font it has. */
const CHARACTER = 6.4;
const PADDING = 6;

function badgeOf(report: HttpReport): string {
  const [text, tone] = verdictOf(report);
  const [left, right] = [LABEL, text].map((part) => Math.round(part.length * CHARACTER) + 2 * PADDING) as [
    number,
    number,
  ];
  const words = (part: string, from: number, width: number) =>
    html`<text x="${from + PADDING}" y="14" textLength="${width - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${part}</text>`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${LABEL}: ${text}"><title>${LABEL}: ${text}</title><clipPath id="round"><rect width="${left + right}" height="20" rx="4"/></clipPath><g clip-path="url(#round)"><rect width="${left}" height="20" fill="#3b3936"/><rect x="${left}" width="${right}" height="20" fill="${COLOURS[tone]}"/></g><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${words(LABEL, 0, left)}${words(text, left, right)}</g></svg>
`.markup;
}
