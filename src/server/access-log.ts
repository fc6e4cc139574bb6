/** The line that each request leaves in the log. It is put together without an object on the way: it is on every path. */

import { createTimes, type Level, printable } from "./log.ts";

export interface Access {
  readonly method: string;
  /** The route, or the path as it came where the operator wants that. */
  readonly path: string;
  readonly status: number;
  /** Milliseconds. */
  readonly ms: number;
  /** Of the content that was sent. */
  readonly bytes: number;
  /** `""` where it is not known or not to be told. */
  readonly client: string;
  /** The id that the request came with; `""` for none. */
  readonly id: string;
}

export type AccessLog = (level: Level, access: Access) => void;

export interface AccessLogSettings {
  readonly format: "text" | "json";
  readonly write: (line: string) => void;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Characters of a path or an id that are told. */
const LONGEST = 256;

const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

/** Makes the log of requests, with the same fields in the same order as `createLog` would write them. */
export function createAccessLog({ format, write, clock }: AccessLogSettings): AccessLog {
  const timeOf = createTimes();
  const json = format === "json";
  return (level, { method, path, status, ms, bytes, client, id }) => {
    const time = timeOf(clock());
    const taken = Math.round(ms * 10) / 10;
    const what = shown(path, json);
    const name = shown(id, json);
    write(
      json
        ? `{"time":"${time}","level":"${level}","message":"${method} ${what}","method":"${method}","route":"${what}","status":${status},"ms":${taken},"bytes":${bytes}${client && `,"client":"${client}"`}${name && `,"id":"${name}"`}}\n`
        : `${time} ${level} ${method} ${what} status=${status} ms=${taken} bytes=${bytes}${client && ` client=${client}`}${name && ` id=${name}`}\n`,
    );
  };
}

function shown(text: string, json: boolean): string {
  const bounded = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  if (PLAIN.test(bounded)) return bounded;
  return json ? JSON.stringify(bounded).slice(1, -1) : printable(bounded);
}
