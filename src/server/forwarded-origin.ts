/** The scheme and host that a proxy's client asked for, as the proxy says (RFC 7239, and the fields before it). Pure. */

import type { Origin } from "../api/site.ts";
import { forwardedElements, forwardedParameter } from "./forwarded.ts";

/**
 * The entry that the nearest proxy added, furthest to the right; a member is absent where nothing sound is said.
 * Only a trusted proxy's fields may be given.
 */
export function forwardedOrigin(headers: Headers): Partial<Origin> {
  const [element = ""] = forwardedElements(headers.get("forwarded") ?? "");
  const scheme = (
    forwardedParameter(element, "proto") ?? lastMember(headers.get("x-forwarded-proto"))
  ).toLowerCase();
  const host = forwardedParameter(element, "host") ?? lastMember(headers.get("x-forwarded-host"));
  return {
    ...((scheme === "http" || scheme === "https") && { scheme }),
    ...(isHost(host) && { host: host.toLowerCase() }),
  };
}

function lastMember(value: string | null): string {
  return value?.slice(value.lastIndexOf(",") + 1).trim() ?? "";
}

/** A host name, an IPv4 address or an IPv6 one in brackets, and perhaps a port. */
function isHost(text: string): boolean {
  return (
    /^(?:[a-z\d](?:[a-z\d._-]*[a-z\d])?|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(text) &&
    URL.canParse(`http://${text}`)
  );
}
