/** The line that each request leaves in the log. It is put together as bytes, with no text on the way: it is on every path. */

import { AnswerBytes } from "../ip/answer-bytes.ts";
import { createTimes, escapedJson, type Level, printable } from "./log.ts";

/** @internal for tests: tests write lines */
export interface Access {
  readonly method: string;
  /** The route, or the path as it came where the operator wants that. */
  readonly path: string;
  readonly status: number;
  /** Milliseconds. */
  readonly ms: number;
  /** Of the content that was sent. */
  readonly bytes: number;
  /** `""` where it is unknown or not to be logged. */
  readonly client: string;
  /** The id that the request came with; `""` for none. */
  readonly id: string;
  /** The name of the caller's token; absent for an open service. */
  readonly token?: string | undefined;
}

export type AccessLog = (level: Level, access: Access) => void;

export interface AccessLogSettings {
  readonly format: "text" | "json";
  /** Takes a line before the next is put together in its place. */
  readonly write: (line: Uint8Array) => void;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Characters of a path or an id that are logged. */
const LONGEST = 256;

const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

interface Words {
  readonly head: (time: string, level: Level, method: string, path: string) => string;
  readonly ms: string;
  readonly bytes: string;
  readonly client: string;
  readonly id: string;
  readonly token: string;
  /** Behind the client, the id and the token's name. */
  readonly quote: string;
  readonly end: string;
}

/** The separator of facts. */
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

/** Makes the log of requests, with the same fields in the same order as `createLog` would write them. */
export function createAccessLog({ format, write, clock }: AccessLogSettings): AccessLog {
  const timeOf = createTimes();
  const words = WORDS[format];
  const line = new AnswerBytes();
  // Most lines begin like the one before.
  let head = { time: "", level: "", method: "", path: "", end: 0 };
  return (level, { method, path, status, ms, bytes, client, id, token = "" }) => {
    const time = timeOf(clock());
    line.length = head.end;
    if (time !== head.time || path !== head.path || method !== head.method || level !== head.level) {
      line.length = 0;
      line.utf8(words.head(time, level, method, shown(path, format)));
      head = { time, level, method, path, end: line.length };
    }
    line.decimal(status);
    line.ascii(words.ms);
    writeTenths(Math.round(ms * 10), line);
    line.ascii(words.bytes);
    line.decimal(bytes);
    if (client !== "") {
      line.ascii(words.client);
      line.utf8(client);
      line.ascii(words.quote);
    }
    if (id !== "") {
      line.ascii(words.id);
      line.utf8(shown(id, format));
      line.ascii(words.quote);
    }
    if (token !== "") {
      line.ascii(words.token);
      line.ascii(token);
      line.ascii(words.quote);
    }
    line.ascii(words.end);
    write(line.written());
  };
}

const POINT = 0x2e;

/** A number of tenths as one of wholes. */
function writeTenths(tenths: number, line: AnswerBytes): void {
  line.decimal(Math.floor(tenths / 10));
  if (tenths % 10 === 0) return;
  line.byte(POINT);
  line.decimal(tenths % 10);
}

function shown(text: string, format: AccessLogSettings["format"]): string {
  const bounded = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  if (PLAIN.test(bounded)) return bounded;
  return format === "json" ? escapedJson(bounded).slice(1, -1) : printable(bounded);
}
