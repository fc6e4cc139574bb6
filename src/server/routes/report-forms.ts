/** Formats of a report of `/v1/http`; their modules are loaded at first use. */

import type { ReportForms } from "../../http/routes.ts";

export const reportForms: ReportForms = {
  briefOf: async (report) => (await import("../../view/brief.ts")).briefOf(report),
  harOf: async (report, method) =>
    (await import("../../jobs/har/write.ts")).harOf(report, method, Date.now()),
  harSchema: async () => (await import("../../jobs/har/schema.ts")).Har,
  explainHar: async (har, how) =>
    (await import("../../jobs/har/read.ts")).explainingHar(har, Date.now(), how),
};
