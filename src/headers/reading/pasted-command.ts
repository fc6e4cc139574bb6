/** Reads the URL and the request from the curl command or the request in a pasted text. */

import { isToken } from "../../syntax/tokens.ts";
import { isTrustworthy } from "../verdicts/origins.ts";
import type { Pasted } from "./pasted.ts";

/** A command, alone or after a prompt such as `$`, `root@a:~#` or `❯`. */
const COMMAND =
  /^[ \t]*(?:(?:[^\s<>$%#❯][^\n<>$%#❯]{0,60})?[$%#>❯]{1,4}[ \t]*)?curl(?:\.exe)?[ \t](?:[^\n\\]|\\.)*/gims;
/** Options whose value is a header line. */
const LINES: readonly (readonly [option: RegExp, start: string])[] = [
  [/^(?:-\w{0,9}H|--header)$/, ""],
  [/^(?:-\w{0,9}A|--user-agent)$/, "User-Agent: "],
  [/^(?:-\w{0,9}r|--range)$/, "Range: bytes="],
];
/** A word in quotes or without; `-H"A: b"` counts as two, which reads the same. */
const WORD = /'[^']*'|"(?:[^"\\]|\\.)*"|(?:\\.|[^\s'"\\])+/gs;
/** Status and Location of each response, and URLs of the requests of wget. */
const STEP =
  /^(?:< |[ \t]*)(?:HTTP\/\d\S*[ \t]+(\d{3})|location:[ \t]*(\S+))|^--[-\d]+ [\d:]+--[ \t]+(\S+)$/gim;
/** `* Connected to a.example (192.0.2.1) port 443`, and lines about TLS, in the output of `curl -v`. */
const OVER_TLS = /^\* (?:SSL connection using|(?:Connected|Established connection) to .*port 443\b)/m;

/**
 * URL, method and header lines of the command in front of a response; after redirects, the URLs alone. `start` is the
 * known URL of the first request.
 */
export function readCommand(text: string, start?: string): Omit<Pasted, "lines"> | undefined {
  const steps = [...text.matchAll(STEP)];
  const command = text
    .slice(0, steps.find(([, status]) => status)?.index)
    .match(COMMAND)
    ?.at(-1);
  const read = command === undefined ? undefined : readWords(command);
  let url = start ?? read?.url;
  let location: string | undefined;
  let isRedirect = false;
  const visited: string[] = [];
  let isChanged = false;
  for (const [, status, target, wget] of steps) {
    if (wget !== undefined) url = wget;
    else if (target !== undefined) location = target;
    else {
      if (isRedirect && location !== undefined) {
        if (url !== undefined) visited.push(url);
        url = URL.parse(location, url)?.href;
      }
      isChanged ||= isRedirect;
      isRedirect = status?.startsWith("3") === true;
      location = undefined;
    }
  }
  if (read && !isChanged) return read;
  return url === undefined ? undefined : { url, ...(visited.length > 0 && { visited }) };
}

function readWords(command: string): Omit<Pasted, "lines"> {
  const words = [...command.matchAll(WORD)].map(([word]) => word.replace(/^(['"])(.*)\1$/s, "$2"));
  const requestHeaders: string[] = [];
  const urls: string[] = [];
  let method = "GET";
  for (const [at, word] of words.entries()) {
    const before = words[at - 1] ?? "";
    const line = LINES.find(([option]) => option.test(before));
    if (line) requestHeaders.push(`${line[1]}${word}`);
    else if (/^(?:-\w*X|--request)$/.test(before)) method = word;
    else if (/^-[A-WYZa-z\d]*X\w+$/.test(word)) method = word.slice(word.indexOf("X") + 1);
    else if (/^(?:-[A-HJ-Za-z\d]*I\w*|--head)$/.test(word) && method === "GET") method = "HEAD";
    else if (/^(?:-\w*[dF]|--(?:data|form|json)\S*)$/.test(word) && method === "GET") method = "POST";
    else if (
      /^https?:/i.test(word) &&
      URL.canParse(word) &&
      !/^(?:-\w*[ex]|--(?:referer|(?:pre)?proxy|doh-url))$/.test(before)
    )
      urls.push(word);
  }
  const [url, other] = urls;
  return {
    requestHeaders,
    ...(isToken(method) && { method }),
    ...(url !== undefined && other === undefined && { url }),
  };
}

/** URL of the request, if its scheme is certain; `command` is the URL of the command in front of it. */
export function urlOfRequest(text: string, request: readonly string[], command?: string): string | undefined {
  const [, target, version] = /^[A-Z]+ (\S+) HTTP\/(\d)/.exec(request[0] ?? "") ?? [];
  if (target !== undefined && /^https?:\/\//.test(target)) return target;
  const field = (name: string) => {
    const line = request.find((one) => one.toLowerCase().startsWith(`${name}:`));
    return line?.slice(name.length + 1).trim();
  };
  const host = field(":authority") ?? field("host");
  const path = target ?? field(":path");
  if (!host) return command;
  if (!path?.startsWith("/")) return undefined;
  const known = URL.parse(command ?? "");
  const plain = URL.parse(`http://${host}`);
  const isSecure =
    OVER_TLS.test(text) ||
    (version !== undefined && version !== "1") ||
    // Browsers send Sec-Fetch-Site over http only to this machine.
    (field("sec-fetch-site") !== undefined && plain !== null && !isTrustworthy(plain));
  const scheme =
    field(":scheme") ?? (isSecure ? "https" : known?.host === host ? known.protocol.slice(0, -1) : "");
  return scheme === "" ? undefined : URL.parse(`${scheme}://${host}${path}`)?.href;
}
