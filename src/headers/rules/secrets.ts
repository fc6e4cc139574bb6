/** Content that must stay private: files of the server by their URL, and the tokens of a login. */

import files from "../../../data/private-files.txt" with { type: "text" };
import { rowsIn } from "../../../data/tables.ts";
import { once } from "../../platform/memoize.ts";
import { type Context, problem, rule } from "../field.ts";
import { cachePolicy, hasWhole } from "../fields/cache-control/cache-control.ts";
import { isEmpty, isSuccess } from "../reading/response-kind.ts";
import { isLocalName } from "../verdicts/origins.ts";
import { quote } from "../wording.ts";

const BACKUPS =
  "https://owasp.org/www-project-web-security-testing-guide/stable/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/04-Review_Old_Backup_and_Unreferenced_Files_for_Sensitive_Information";

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;

/** Content-Type by the table's words for content; pages and messages for missing files have others. */
const TYPES: readonly (readonly [content: string, type: RegExp])[] = [
  [
    "file",
    /^(?:text\/(?:plain|x-[\w.-]+)|application\/(?:octet-stream|sql|zip|gzip|pgp-keys|x-[\w.-]+)|)(?:;|$)/i,
  ],
  ["json", /^application\/(?:[\w.-]+\+)?json(?:;|$)/i],
  ["status", /^text\/html;\s*charset=ISO-8859-1$/i],
];

const rows = once(() =>
  rowsIn(files).map(([path = "", holds = "", content = ""]) => ({
    path: new RegExp(`/${path.replace(/[.~]/g, "\\$&").replace("*", "[^/]+")}$`),
    holds,
    content,
  })),
);

function privateFile(context: Context): string | undefined {
  const { url, method = "GET", request, named } = context;
  const isPublic = url && !isLocalName(url.hostname) && request("authorization") === undefined;
  if (!isPublic || method !== "GET" || !isSuccess(context) || isEmpty(context)) return undefined;
  const sent = named("content-type")[0]?.line.value ?? "";
  const content = TYPES.find(([, type]) => type.test(sent))?.[0];
  return rows().find((row) => row.content === content && row.path.test(url.pathname))?.holds;
}

/** Whether an authorization server sends a token: JSON to a POST, at the path of its token endpoint. */
function isTokenResponse(context: Context): boolean {
  const { url, method, verdicts } = context;
  const path = url?.pathname ?? "";
  const isEndpoint =
    /\/(?:access_?)?token\/?$/i.test(path) && /\/(?:oauth2?|oidc|openid-connect|connect|auth)\//i.test(path);
  return method === "POST" && isEndpoint && isSuccess(context) && JSON_TYPE.test(verdicts.declared);
}

const TOKEN = { status: 200, method: "POST", url: "https://login.example.com/oauth2/token" };
const JSON_LINE = "Content-Type: application/json";
const ENV = { status: 200, url: "https://example.com/.env" };

export const secrets = rule([
  problem("private-file-shown", "error", BACKUPS, {
    detect: privateFile,
    title: (holds, { url }) => `${quote(url?.pathname ?? "")} is public: it holds ${holds}.`,
    bad: { ...ENV, lines: ["Content-Type: application/octet-stream", "Content-Length: 412"] },
    good: { ...ENV, status: 404, lines: ["Content-Type: text/plain", "Content-Length: 9"] },
  }),
  problem("token-no-store-missing", "warning", "rfc6749#section-5.1", {
    detect: (context) => isTokenResponse(context) && !hasWhole(cachePolicy(context), "no-store"),
    send: () => "Cache-Control: no-store",
    bad: { ...TOKEN, lines: [JSON_LINE, "Cache-Control: no-cache"] },
    good: { ...TOKEN, lines: [JSON_LINE, "Cache-Control: no-store"] },
  }),
]);
