/** Log of requests. */

import { createTimes, escapedJson, type Level, printable } from "./log.ts";

export interface Access {
  readonly method: string;
  /** Route, or the path as sent with `--log-paths full`. */
  readonly path: string;
  readonly status: number;
  /** Milliseconds. */
  readonly ms: number;
  /** Bytes of content sent. */
  readonly bytes: number;
  /** `""` if unknown or not logged. */
  readonly client: string;
  /** Request id; `""` for none. */
  readonly id: string;
  /** Name of the client's token; absent for an open service. */
  readonly token?: string | undefined;
}

export type AccessLog = (level: Level, access: Access) => void;

export interface AccessLogSettings {
  readonly format: "text" | "json";
  /** Writes a line. Must not keep the array after it returns. */
  readonly write: (line: Uint8Array) => void;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Maximum characters of a path or id. */
const LONGEST = 256;

const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

interface Words {
  readonly head: (time: string, level: Level, method: string, path: string) => string;
  readonly ms: string;
  readonly bytes: string;
  readonly client: string;
  readonly id: string;
  readonly token: string;
  /** Closing quote after the client, the request id and the token's name. */
  readonly quote: string;
  readonly end: string;
}

const WORDS: Readonly<Record<AccessLogSettings["format"], Words>> = {
  text: {
    head: (time, level, method, path) => `${time} ${level} ${method} ${path} status=`,
    ms: " ms=",
    bytes: " bytes=",
    client: " client=",
    id: " id=",
    token: " token=",
    quote: "",
    end: "\n",
  },
  json: {
    head: (time, level, method, path) =>
      `{"time":"${time}","level":"${level}","message":"${method} ${path}","method":"${method}","route":"${path}","status":`,
    ms: ',"ms":',
    bytes: ',"bytes":',
    client: ',"client":"',
    id: ',"id":"',
    token: ',"token":"',
    quote: '"',
    end: "}\n",
  },
};

/** Creates the log of requests, with the same format as `createLog`. */
export function createAccessLog({ format, write, clock }: AccessLogSettings): AccessLog {
  const timeOf = createTimes();
  const words = WORDS[format];
  return (level, { method, path, status, ms, bytes, client, id, token = "" }) => {
    let line = words.head(timeOf(clock()), level, method, shown(path, format));
    line += `${status}${words.ms}${Math.round(ms * 10) / 10}${words.bytes}${bytes}`;
    if (client !== "") line += words.client + client + words.quote;
    if (id !== "") line += words.id + shown(id, format) + words.quote;
    if (token !== "") line += words.token + token + words.quote;
    write(Buffer.from(line + words.end));
  };
}

function shown(text: string, format: AccessLogSettings["format"]): string {
  const bounded = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  if (PLAIN.test(bounded)) return bounded;
  return format === "json" ? escapedJson(bounded).slice(1, -1) : printable(bounded);
}
