/** Reference pages: endpoints, errors and settings. */

import { Elysia } from "elysia";
import { contentOf, respond } from "../../api/answer.ts";
import { api } from "../../api/plugin.ts";
import type { Site } from "../../api/site.ts";
import { environmentName, helpOf, optionNames, options } from "../../settings/options.ts";
import { ORIGIN } from "../../web/api-page.ts";
import { escapeHtml, html } from "../../web/html.ts";
import { renderPage } from "../../web/page.ts";
import { PAGE_FIELDS } from "../../web/response.ts";
import { type Operation, remade } from "./openapi.ts";

/** `GET /api` and `GET /settings`, generated at first use. */
export function referenceRoutes(operations: () => readonly Operation[], site: Site) {
  const answer = (title: string, make: () => Promise<ReturnType<typeof html>>) => {
    const text = remade(
      () => `${site.base} ${operations().length}`,
      async () => renderPage({ title, body: await make() }, site),
    );
    return async ({ request }: { request: Request }) => {
      // Example commands contain the URL of this request.
      const own = (await text()).replaceAll(ORIGIN, escapeHtml(site.urlFor(request)));
      return respond(request, contentOf(own), { ...PAGE_FIELDS, "cache-control": "private, max-age=3600" });
    };
  };
  const view = async () => (await import("../../web/api-page.ts")).apiView(operations());
  return new Elysia({ name: "reference", normalize: false, tags: ["page"] })
    .use(api)
    .get("/api", answer("API", view), {
      cost: 1,
      detail: { operationId: "apiPage", summary: "API reference with requests to try", hide: true },
    })
    .get(
      "/settings",
      answer("Settings", async () => settingsView()),
      { cost: 1, detail: { operationId: "settingsPage", summary: "All settings", hide: true } },
    );
}

function settingsView() {
  return html`<h1>Settings</h1>
<p>A flag takes precedence over its environment variable, that over the TOML file of <code>--config</code>, and that over the default. <code>netlens config</code> prints the values in effect. Times are <code>500ms</code>, <code>15s</code>, <code>2m</code>; sizes <code>4096</code>, <code>64KiB</code>, <code>1MB</code>.</p>
<ul class="inline">${GROUPS.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
${GROUPS.map(
  ({ id, title, of }) => html`<section class="card" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<table class="facts codes"><tbody>
${optionNames.filter((name) => of.includes(placeOf(name))).map(settingRow)}</tbody></table></section>
`,
)}`;
}

function settingRow(name: (typeof optionNames)[number]) {
  const { value, default: preset } = options[name];
  return html`<tr id="${name}"><th scope="row"><code>--${name}</code></th><td>${helpOf(name)}: <code>${value}</code>${preset && html`, default <code>${preset}</code>`}; <code>${environmentName(name)}</code></td></tr>\n`;
}

const placeOf = (name: (typeof optionNames)[number]): string => options[name].at.replace(/\..*/, "");

/** Sections of the settings page, by the first word of an option's place. */
const GROUPS = [
  { id: "server", title: "Server", of: ["server", "connections", "callers", "reports"] },
  { id: "access", title: "Access and limits", of: ["api"] },
  { id: "lookups", title: "Lookups of URLs", of: ["http", "cache", "kept", "probe"] },
  { id: "data", title: "Addresses and user agents", of: ["geo", "agents", "data"] },
  { id: "logs", title: "Logs", of: ["log"] },
];
