/** Responses with content. Pure. */

/** Fields to send, by name. */
export type Fields = Readonly<Record<string, string>>;

/** Fields of every response. Set when it is made: that costs a tenth of looking later for what is missing. */
export const DEFAULT_FIELDS = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** Fields of an answer that is JSON. */
export const JSON_FIELDS = { "content-type": "application/json", ...DEFAULT_FIELDS } as const;

/** For an answer that is JSON. Copied by each response, which costs a third of reading the fields from an object. */
export const JSON_INIT = { headers: new Headers(JSON_FIELDS) };

/** A response that knows how many bytes its content has, which `Response` does not tell. */
export class Answer extends Response {
  readonly size: number;
  constructor(content: string | Uint8Array<ArrayBufferLike> | null, init?: ResponseInit) {
    super(content as string | null, init);
    this.size = content === null ? 0 : Buffer.byteLength(content);
  }
}

/** Bytes of the content of a response that knows them, or says so in its Content-Length. */
export function bytesOf(response: Response): number {
  return response instanceof Answer ? response.size : Number(response.headers.get("content-length") ?? 0);
}

/** Text, or the bytes of one, that may be sent more than once: it is compressed at most once. */
export interface Content {
  readonly plain: string | Uint8Array<ArrayBuffer>;
  readonly gzip: () => Uint8Array<ArrayBuffer>;
}

/** Prepares text, or its bytes, for `respond`. */
export function contentOf(plain: string | Uint8Array<ArrayBuffer>): Content {
  let compressed: Uint8Array<ArrayBuffer> | undefined;
  return {
    plain,
    gzip: () => {
      compressed ??= Bun.gzipSync(plain);
      return compressed;
    },
  };
}

/** Characters or bytes below which compression saves no packet. */
const WORTH_COMPRESSING = 1000;

/** The response, compressed where the client takes gzip (RFC 9110 section 12.5.3). */
export function respond(
  request: Request,
  content: Content,
  { vary = "", ...fields }: Fields,
  status = 200,
): Response {
  const headers = new Headers({
    ...DEFAULT_FIELDS,
    ...fields,
    vary: vary === "" ? "Accept-Encoding" : `${vary}, Accept-Encoding`,
  });
  const compress =
    content.plain.length >= WORTH_COMPRESSING && accepts(request.headers.get("accept-encoding"), "gzip");
  if (compress) headers.set("content-encoding", "gzip");
  return new Answer(compress ? content.gzip() : content.plain, { status, headers });
}

/** Whether a preference list names a token, and not with a weight of 0. */
export function accepts(list: string | null, token: string): boolean {
  return (list ?? "").split(",").some((member) => {
    const [name, ...parameters] = member.split(";").map((part) => part.trim().toLowerCase());
    return name === token && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
