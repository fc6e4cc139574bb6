/** What is asked in a soak, and what has to come of it. */

export interface Ask {
  readonly path: string;
  readonly body?: string;
  readonly accept?: string;
  readonly status: number;
  /** How often among the others. */
  readonly weight: number;
}

const LINES = ["HTTP/1.1 200 OK", "Cache-Control: max-age=60", "Set-Cookie: a=b; Secure", "Vary: Cookie"];

/** Every endpoint; `number` makes it another address or agent each time. */
export function asks(number: number, target: string): readonly Ask[] {
  const ip = `${1 + (number % 220)}.${number & 255}.${(number >>> 8) & 255}.7`;
  const agent = encodeURIComponent(`Mozilla/5.0 (X11; Linux x86_64; rv:${number % 150}.0) Gecko/20100101`);
  return [
    { path: `/v1/ip/${ip}`, status: 200, weight: 40 },
    { path: `/v1/ip/${ip}?locale=de`, status: 200, weight: 5 },
    { path: "/v1/ip", status: 200, weight: 5 },
    { path: "/v1/ip", body: JSON.stringify({ ips: [ip, "nowhere", "::1"] }), status: 200, weight: 3 },
    { path: "/v1/ip/nowhere", status: 400, weight: 2 },
    { path: `/v1/useragent/${agent}`, status: 200, weight: 15 },
    {
      path: "/v1/useragent",
      body: JSON.stringify({ agents: ["curl/8", `x/${number}`] }),
      status: 200,
      weight: 3,
    },
    { path: `/v1/status/${200 + (number % 5)}`, status: 200, weight: 5 },
    { path: "/v1/http", body: JSON.stringify({ headers: LINES }), status: 200, weight: 5 },
    { path: `/v1/http?url=${encodeURIComponent(`${target}/good/${number % 50}`)}`, status: 200, weight: 5 },
    { path: "/v1/http?url=ftp://a.example/", status: 400, weight: 1 },
    { path: "/", accept: "text/html", status: 200, weight: 2 },
    { path: `/?ip=${ip}`, accept: "text/html", status: 200, weight: 2 },
    { path: "/openapi.json", status: 200, weight: 1 },
    { path: "/country", status: 200, weight: 2 },
    { path: "/nowhere", status: 404, weight: 2 },
    { path: "/readyz", status: 200, weight: 2 },
  ];
}

/** One of them, by their weights. */
export function pick(all: readonly Ask[], chance: number): Ask {
  let left = chance * all.reduce((sum, { weight }) => sum + weight, 0);
  for (const ask of all) {
    left -= ask.weight;
    if (left < 0) return ask;
  }
  throw new Error("chances are below 1");
}

/** Asks, and says what came that was not meant; undefined where all is well. */
export async function send(origin: string, { path, body, accept, status }: Ask): Promise<string | undefined> {
  try {
    const response = await fetch(`${origin}${path}`, {
      headers: {
        accept: accept ?? "*/*",
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { method: "POST", body }),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    if (response.status !== status) return `${response.status} for ${path}: ${text.slice(0, 200)}`;
    return text === "" ? `nothing for ${path}` : undefined;
  } catch (error) {
    return `${error instanceof Error ? error.message : error} for ${path}`;
  }
}
