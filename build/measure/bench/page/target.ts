/** The page of the benchmark and its 100 resources, in its own process so that its CPU time is not counted. */

/** Text of about this length that compresses like code. */
function textOf(length: number, statement: (index: number) => string): string {
  const lines: string[] = [];
  for (let size = 0, index = 0; size < length; index++) {
    const line = statement(index);
    lines.push(line);
    size += line.length + 1;
  }
  return lines.join("\n");
}

const word = (index: number) => ((index * 2_654_435_761) >>> 0).toString(36);
const bytesAfter = (start: string, length: number) =>
  Buffer.concat([
    Buffer.from(start, "latin1"),
    Buffer.from(Array.from({ length }, (_, index) => ((index * 2_654_435_761) >>> 13) & 255)),
  ]);
const script = textOf(
  60_000,
  (index) => `export function ${word(index)}(a, b) { return a.${word(index + 1)} ?? b["${word(index)}"]; }`,
);
const sheet = (number: number) =>
  textOf(40_000, (index) => `.${word(index)}:hover > .b${index} { margin: ${index}px; color: #${index}c }`) +
  `@font-face{font-family:f${number};src:url(/font${number}.woff2)}`;

const FILES: Readonly<Record<string, readonly [type: string, content: (number: number) => Uint8Array]>> = {
  js: ["text/javascript", () => Bun.gzipSync(script)],
  css: ["text/css", (number) => Bun.gzipSync(sheet(number))],
  png: ["image/png", () => bytesAfter("\x89PNG\r\n\x1a\n", 50_000)],
  woff2: ["font/woff2", () => bytesAfter("wOF2", 30_000)],
  html: ["text/html", () => Bun.gzipSync("<!doctype html><title>frame</title>")],
};

const markup = [
  "<!doctype html><title>page</title>",
  ...Array.from({ length: 10 }, (_, index) => `<link rel=stylesheet href=/sheet${index}.css>`),
  ...Array.from({ length: 25 }, (_, index) => `<script src=/script${index}.js></script>`),
  ...Array.from(
    { length: 50 },
    (_, index) => `<p class=x>Text of item ${index}.<img src=/image${index}.png>`,
  ),
  ...Array.from({ length: 5 }, (_, index) => `<iframe src=/frame${index}.html></iframe>`),
].join("\n");

const kept = new Map<string, Uint8Array>();
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch({ url }) {
    const [, number = "", extension = ""] = /(\d+)\.(\w+)$/.exec(url) ?? [];
    const [type, contentOf] = FILES[extension] ?? [];
    if (!type || !contentOf)
      return new Response(markup, {
        headers: {
          "Content-Type": "text/html; charset=utf-8",
          "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'",
        },
      });
    const content = kept.get(url) ?? contentOf(Number(number));
    kept.set(url, content);
    return new Response(content, {
      headers: {
        "Content-Type": type,
        "Cache-Control": "max-age=31536000, immutable",
        ...(/^text/.test(type) && { "Content-Encoding": "gzip", Vary: "Accept-Encoding" }),
      },
    });
  },
});
console.log(server.port);
