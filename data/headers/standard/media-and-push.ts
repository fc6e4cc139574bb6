/** Media delivery by CTA-5004 and CTA-5006, web push by RFC 8030, electronic data exchange. */

import type { CatalogueRow } from "../row.ts";

export const mediaAndPush: readonly CatalogueRow[] = [
  {
    name: "CMCD-Object",
    type: "parameters",
    direction: "request",
    description:
      "Tells about the requested media object: encoded bit rate (br), duration (d), type (ot) and the highest bit rate offered (tb). Sent by video players to CDNs.",
  },
  {
    name: "CMCD-Request",
    type: "parameters",
    direction: "request",
    description:
      "Tells about this request of a video player: buffer length (bl), deadline (dl), measured throughput (mtp), next object (nor) and whether it is urgent (su).",
  },
  {
    name: "CMCD-Session",
    type: "parameters",
    direction: "request",
    description:
      "Tells about the playback session: session id (sid), content id (cid), streaming format (sf), stream type (st) and playback rate (pr).",
  },
  {
    name: "CMCD-Status",
    type: "parameters",
    direction: "request",
    description:
      "Tells how playback goes: the buffer ran dry (bs), and the throughput to which the CDN should limit itself (rtp).",
  },
  {
    name: "CMSD-Dynamic",
    type: "sf-list",
    description:
      "Carries facts about media delivery that differ from hop to hop, such as estimated throughput, round trip time and response delay. Each server on the way may add an entry.",
  },
  {
    name: "CMSD-Static",
    type: "sf-dictionary",
    description:
      "Carries facts about the media object that stay the same for every viewer, such as bit rate, duration, stream type and next object. Set by the origin.",
  },
  {
    name: "Topic",
    type: "identifier",
    direction: "request",
    description:
      "Names the subject of a push message: a newer message with the same topic replaces one that still waits for delivery.",
  },
  {
    name: "TTL",
    type: "delta-seconds",
    direction: "both",
    description:
      "Says for how many seconds the push service keeps a message for a device that is offline. The response gives the time actually granted.",
  },
  {
    name: "Urgency",
    type: "token",
    direction: "request",
    description:
      "Says how important a push message is, from very-low to high. A device saving its battery may take only the urgent ones.",
  },
  {
    name: "EDIINT-Features",
    type: "list",
    direction: "both",
    description:
      "Lists the optional features that a partner in electronic data interchange (AS2) supports, such as multiple attachments.",
  },
];
