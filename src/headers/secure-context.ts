/**
 * Whether a page from this URL is no secure context, so that browsers ignore what needs one: plain HTTP, except from
 * the machine itself (W3C Secure Contexts section 3.1, potentially trustworthy origins). False where the URL is unknown.
 */
export function isInsecure(url: URL | undefined): boolean {
  return (
    url?.protocol === "http:" && !/^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  );
}
