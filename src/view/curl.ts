/** A lookup as a command that people can paste. Pure. */

import type { HttpReport } from "../http/schema.ts";

/** For a POSIX shell; undefined when decoding, where nothing was sent. `agent` is the User-Agent that was sent, if another was asked for. */
export function curlCommand({ url, steps, httpVersion }: HttpReport, agent?: string): string | undefined {
  if (url === "") return undefined;
  const words = [
    "curl -sS -D - -o /dev/null",
    ...(steps.length > 1 ? ["-L"] : []),
    ...(httpVersion === "2" ? ["--http2"] : []),
    ...(agent ? [`-A ${quoted(agent)}`] : []),
    quoted(steps[0]?.request.url || url),
  ];
  return words.join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
