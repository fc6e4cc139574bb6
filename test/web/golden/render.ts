/** Pages as readable text: `$ METHOD PATH [content]`, then the main part of the page as sent. */

import { Elysia } from "elysia";
import { createSite } from "../../../src/api/site.ts";
import { lookupSource } from "../../../src/ip/mmdb/lookup-source.ts";
import { viewReport } from "../../../src/view/report.ts";
import { webRoutes } from "../../../src/web/routes.ts";
import { reportView } from "../../../src/web/views/report-view.ts";
import { testSettings } from "../../http/servers.ts";
import { mmdbOf } from "../../ip/mmdb-writer.ts";
import { CITY } from "../../ip/sample-databases.ts";
import { sampleReport } from "../sample-report.ts";

const city = [lookupSource(mmdbOf(CITY()))];
const app = new Elysia().use(
  webRoutes({
    site: createSite("1.2.3"),
    ip: {
      geo: () => ({ places: { 4: city, 6: city }, asns: { 4: [], 6: [] } }),
      caller: () => ({ ip: "5.0.1.2", source: "socket" }),
      credits: () => [],
    },
    http: { settings: testSettings },
  }),
);

export function requestsOf(text: string): string[] {
  return [...text.matchAll(/^\$ (.*)$/gm)].map(([, request = ""]) => request);
}

/** Request with the main part of its page; `report` renders the sample report, which has every part. */
export async function renderPage(request: string): Promise<string> {
  if (request === "report") return section(request, 200, reportView(viewReport(sampleReport)).markup);
  const [method = "GET", path = "/", content] = request.split(" ");
  const response = await app.handle(
    new Request(`http://localhost${path}`, {
      method,
      headers: {
        accept: "text/html",
        "user-agent": "curl/8.5.0",
        ...(content !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(content !== undefined && { body: content }),
    }),
  );
  const body = await response.text();
  return section(request, response.status, /<main.*<\/main>/s.exec(body)?.[0] ?? body);
}

function section(request: string, status: number, body: string): string {
  return `$ ${request}\n${status}\n${body
    .replace(/\n{2,}/g, "\n")
    .replace(/\?v=\w+/g, "")
    // The local time depends on the clock; test/view/address.test.ts tests its wording.
    .replace(/(Local time<\/th><td>)[^<]*/g, "$1…")
    .replace(/(<p class="printed">)[^<]*/g, "$1…")
    .trim()}\n\n`;
}
