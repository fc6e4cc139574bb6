/** Forms, filled in with the given values and their error. Pure. */

import { METHODS, NETWORKS, VERSIONS } from "../../http/settings.ts";
import { MOST_LISTED } from "../../view/parse-question.ts";
import { type Html, html } from "../html.ts";
import { linesInput } from "./search-box.ts";

export type FormName = "http" | "list" | "headers" | "address" | "useragent";

/** By name of the input. */
export type Values = Readonly<Record<string, string>>;

export interface FormState {
  readonly values?: Values;
  /** Error of the values. */
  readonly error?: string;
}

interface Form {
  readonly title: string;
  readonly render: (values: Values, alert: Alert | undefined) => Html;
}

interface Alert {
  readonly id: string;
  readonly text: string;
}

/** @param heading `h1` if the page has no other */
export function renderForm(
  name: FormName,
  { values = {}, error }: FormState = {},
  heading: "h1" | "h2" = "h2",
): Html {
  const { title, render } = forms[name];
  const alert = error === undefined ? undefined : { id: `${name}-error`, text: error };
  return html`<section class="card" id="${name}" aria-labelledby="${name}-title">
<${heading} id="${name}-title">${title}</${heading}>
${alert && html`<p class="alert" role="alert" id="${alert.id}">${alert.text}</p>`}
${render(values, alert)}
</section>`;
}

const flagged = (alert: Alert | undefined) =>
  alert && html` aria-invalid="true" aria-describedby="${alert.id}" autofocus`;

const option = (value: string, label: string, chosen: string | undefined) =>
  html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`;

export const tick = (name: string, value: string, label: string, given: string | undefined) =>
  html`<label class="tick"><input type="checkbox" name="${name}" value="${value}"${value === given && html` checked`}> ${label}</label>`;

function httpForm(values: Values, alert: Alert | undefined): Html {
  const more =
    ["1.1", "2", "3"].includes(values["version"] ?? "") ||
    ["agent", "as", "checks", "domain", "follow", "header", "network", "variants"].some(
      (name) => values[name],
    );
  return html`<form action="/" method="get">
<label for="url">URL</label>
<div class="ask"><input id="url" name="url" value="${values["url"]}" placeholder="example.com" required maxlength="8192" inputmode="url" autocomplete="url" autocapitalize="none" spellcheck="false"${flagged(alert)}>
<select name="method" aria-label="Method">${METHODS.map((method) => option(method, method, values["method"]))}</select>
<button>Look up</button></div>
<details${more && html` open`}><summary>More options</summary>
${tick("as", "browser", "As a browser: keep cookies, upgrade by HSTS, follow Refresh", values["as"])}
${tick("follow", "false", "Do not follow redirects", values["follow"])}
${tick("variants", "true", "Check http and https, with and without www", values["variants"])}
${tick("checks", "true", "Make extra requests that test revalidation, ranges and compression", values["checks"])}
${tick("domain", "true", "Look up the registration of the domain: its end, registrar and status", values["domain"])}
<label for="version">HTTP version</label>
<select id="version" name="version">${VERSIONS.map((version) => option(version, version, values["version"]))}</select>
<label for="network">IP version</label>
<select id="network" name="network">${option("", "either", undefined)}${NETWORKS.map((family) => option(family, `IPv${family}`, values["network"]))}</select>
<label for="field">Header to send</label>
<input id="field" name="header" value="${values["header"]}" maxlength="4096" placeholder="Accept-Language: de" autocomplete="off" autocapitalize="none" spellcheck="false">
<label for="agent">User agent to send</label>
<input id="agent" name="agent" value="${values["agent"]}" maxlength="1024" autocomplete="off" autocapitalize="none" spellcheck="false">
</details>
</form>`;
}

function listForm(values: Values, alert: Alert | undefined): Html {
  return html`<form action="/#result" method="post">
<label for="q">URLs or addresses, one per line, at most ${MOST_LISTED}</label>
${linesInput(values["q"], html`placeholder="example.com&#10;https://example.org/shop&#10;192.0.2.1" autocomplete="off" autocapitalize="none" spellcheck="false"${flagged(alert)}`)}
<p><button>Look up</button></p>
</form>`;
}

/** HTML ignores the first line break in a textarea, so each one starts with an extra line break. */
function headersForm(values: Values, alert: Alert | undefined): Html {
  return html`<form action="/headers" method="post">
<label for="lines">Response header lines, as copied from curl or a browser</label>
<textarea id="lines" name="headers" rows="8" required autocomplete="off" autocapitalize="none" spellcheck="false" placeholder="HTTP/1.1 200 OK&#10;Content-Type: text/html"${flagged(alert)}>
${values["headers"]}</textarea>
<div class="ask">
<div><label for="status">Status code, if known</label>
<input id="status" name="status" value="${values["status"]}" inputmode="numeric" maxlength="3" size="6" autocomplete="off"></div>
<div class="wide"><label for="of">URL, if known</label>
<input id="of" name="url" value="${values["url"]}" placeholder="https://example.com/" inputmode="url" maxlength="8192" autocomplete="off" autocapitalize="none" spellcheck="false"></div>
<button>Explain</button></div>
<details${["request", "loads", "framedBy", "again"].some((name) => values[name]) && html` open`}><summary>More: request details and what-if questions</summary>
<label for="request">Request header lines, if known</label>
<textarea id="request" name="request" rows="3" autocomplete="off" autocapitalize="none" spellcheck="false" placeholder="Origin: https://app.example">
${values["request"]}</textarea>
<label for="loads">Would the page’s policy allow these loads? One per line</label>
<textarea id="loads" name="loads" rows="3" autocomplete="off" autocapitalize="none" spellcheck="false" placeholder="script https://cdn.example/a.js&#10;script text=init()&#10;style inline=element">
${values["loads"]}</textarea>
<label for="framed-by">May pages at these URLs frame it? One per line</label>
<textarea id="framed-by" name="framedBy" rows="2" autocomplete="off" autocapitalize="none" spellcheck="false" placeholder="https://partner.example/">
${values["framedBy"]}</textarea>
<label for="again">Would a cache answer the next request if it came this many seconds later?</label>
<input id="again" name="again" value="${values["again"]}" inputmode="numeric" maxlength="10" size="10" autocomplete="off">
</details>
</form>`;
}

function addressForm(values: Values, alert: Alert | undefined): Html {
  return html`<form action="/" method="get">
<label for="ip">IPv4 or IPv6 address</label>
<div class="ask"><input id="ip" name="ip" value="${values["ip"]}" placeholder="2001:db8::1" required maxlength="64" autocomplete="off" autocapitalize="none" spellcheck="false"${flagged(alert)}>
<button>Look up</button></div>
${tick("reverse", "true", "Also look up the host name in reverse DNS", values["reverse"])}
</form>`;
}

function useragentForm(values: Values, alert: Alert | undefined): Html {
  return html`<form action="/" method="get">
<label for="string">User agent string</label>
<div class="ask"><input id="string" name="useragent" value="${values["useragent"]}" placeholder="curl/8.5.0" required maxlength="8192" autocomplete="off" autocapitalize="none" spellcheck="false"${flagged(alert)}>
<button>Look up</button></div>
</form>`;
}

const forms: Readonly<Record<FormName, Form>> = {
  http: { title: "Look up a URL", render: httpForm },
  list: { title: "Look up a list", render: listForm },
  headers: { title: "Explain headers", render: headersForm },
  address: { title: "Look up an address", render: addressForm },
  useragent: { title: "Look up a user agent", render: useragentForm },
};
