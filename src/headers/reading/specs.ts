/** Sites and pages of specifications by the first word of a short link: `rfc6265bis#section-4`, `html/browsers.html#coop`. */
const PAGES: ReadonlyMap<string, string> = new Map([
  ["rfc6265bis", "https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis"],
  ["fetch", "https://fetch.spec.whatwg.org/"],
  ["html", "https://html.spec.whatwg.org/multipage"],
  ["csp3", "https://www.w3.org/TR/CSP3/"],
  ["mdn", "https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers"],
  ["aws", "https://docs.aws.amazon.com"],
  ["cloudflare", "https://developers.cloudflare.com"],
  ["owasp", "https://owasp.org"],
  ["iana", "https://www.iana.org/assignments"],
  ["w3", "https://www.w3.org/TR"],
  ["wicg", "https://wicg.github.io"],
  ["draft", "https://datatracker.ietf.org/doc/html/draft"],
  ["wordpress", "https://developer.wordpress.org"],
]);

/** URL of a short link such as `rfc9110#section-8.4` or `mdn/Vary`; a URL is returned as it is. */
export function linkOf(text: string): string {
  if (text.startsWith("https:")) return text;
  const name = /^\w*/.exec(text)?.[0] ?? "";
  return `${PAGES.get(name) ?? `https://www.rfc-editor.org/rfc/${name}`}${text.slice(name.length)}`;
}
