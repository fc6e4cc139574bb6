/** Links into the standards: each takes a fragment such as `section-5.1`. */

function page(base: string): (fragment?: string) => string {
  return (fragment) => (fragment ? `${base}#${fragment}` : base);
}

/** Any RFC by its number. */
export function rfc(number: number, fragment?: string): string {
  return page(`https://www.rfc-editor.org/rfc/rfc${number}`)(fragment);
}

export const rfc9110 = page("https://www.rfc-editor.org/rfc/rfc9110");
export const rfc9111 = page("https://www.rfc-editor.org/rfc/rfc9111");
export const rfc9112 = page("https://www.rfc-editor.org/rfc/rfc9112");
export const rfc9113 = page("https://www.rfc-editor.org/rfc/rfc9113");
export const rfc9651 = page("https://www.rfc-editor.org/rfc/rfc9651");
/** Cookies: HTTP State Management Mechanism, the revision of RFC 6265. */
export const rfc6265bis = page("https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis");
export const rfc6797 = page("https://www.rfc-editor.org/rfc/rfc6797");
export const fetchStandard = page("https://fetch.spec.whatwg.org/");
/** A section of the HTML Standard by its page and anchor: `browsers.html#the-coep-headers`. */
export function htmlStandard(section: string): string {
  return `https://html.spec.whatwg.org/multipage/${section}`;
}
export const csp3 = page("https://www.w3.org/TR/CSP3/");

/** MDN's reference page of a field name. */
export function mdn(name: string): string {
  return `https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/${name}`;
}
