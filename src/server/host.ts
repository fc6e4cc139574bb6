/** Whether the Host field of a request names one host. Pure. */

/**
 * RFC 9112 section 3.2 and RFC 9110 section 7.2, `uri-host [ ":" port ]` with RFC 3986 section 3.2.2. The platform joins
 * two Host fields with `, `, and the space tells them from a name.
 */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+)(?::\d*)?$/i;

/**
 * Makes a check of the Host field, null for none, and of the URL that follows from it. HTTP/1.0 needs no Host, and an
 * empty one is allowed. Nearly all requests name the same host, so the last good one is not looked at again.
 */
export function createHostCheck(): (host: string | null, url: string) => boolean {
  let good = "";
  return (host, url) => {
    if (host === good && host !== "") return true;
    if (!host) return url.startsWith("http://localhost/") || URL.canParse(url);
    if (!HOST.test(host) || !URL.canParse(url)) return false;
    good = host;
    return true;
  };
}
