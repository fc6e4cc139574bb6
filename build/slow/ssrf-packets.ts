/** Counts packets on a link by a packet socket of Linux (packet(7)), independent of the code under test. */

import { ptr } from "bun:ffi";
import { readFileSync } from "node:fs";
import { openLibc } from "../../src/platform/libc.ts";

const AF_PACKET = 17;
const SOCK_DGRAM = 2;
const SOL_SOCKET = 1;
const SO_RCVBUFFORCE = 33;
const MSG_DONTWAIT = 0x40;
/** ETH_P_ALL in network order. */
const ALL = 0x0300;
const OUTGOING = 4;
const TCP = 6;
const UDP = 17;

export interface Packets {
  /** Received packets by protocol, address and port: `tcp 192.0.2.1 80`. */
  counts(): ReadonlyMap<string, number>;
}

/** @throws Error if a packet socket is not available */
export function countPackets(link: string): Packets {
  const libc = openLibc({
    if_nametoindex: { args: ["cstring"], returns: "u32" },
    socket: { args: ["i32", "i32", "i32"], returns: "i32" },
    bind: { args: ["i32", "ptr", "u32"], returns: "i32" },
    setsockopt: { args: ["i32", "i32", "i32", "ptr", "u32"], returns: "i32" },
    recvfrom: { args: ["i32", "ptr", "u64", "i32", "ptr", "ptr"], returns: "i64" },
  });
  const fd = libc?.socket(AF_PACKET, SOCK_DGRAM, ALL) ?? -1;
  if (!libc || fd < 0) throw new Error("no packet socket");
  const index = libc.if_nametoindex(Buffer.from(`${link}\0`));
  // sockaddr_ll: family, protocol and interface index; the kernel fills in the rest on receipt.
  const address = Buffer.alloc(20);
  address.writeUInt16LE(AF_PACKET, 0);
  address.writeUInt16LE(ALL, 2);
  address.writeInt32LE(index, 4);
  if (libc.bind(fd, ptr(address), address.length) !== 0) throw new Error(`cannot listen on ${link}`);
  const room = Buffer.alloc(4);
  room.writeInt32LE(64 << 20);
  libc.setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, ptr(room), room.length);
  const counts = new Map<string, number>();
  const packet = Buffer.alloc(65_536);
  const from = Buffer.alloc(20);
  const size = Buffer.alloc(4);
  const read = () => {
    for (;;) {
      size.writeUInt32LE(from.length);
      const got = libc.recvfrom(fd, ptr(packet), packet.length, MSG_DONTWAIT, ptr(from), ptr(size));
      if (got < 0) return;
      const place = from[10] === OUTGOING ? undefined : destination(packet.subarray(0, Number(got)));
      if (place) counts.set(place, (counts.get(place) ?? 0) + 1);
    }
  };
  setInterval(read, 5);
  return {
    counts() {
      read();
      return counts;
    },
  };
}

/** Protocol, address and port that a TCP or UDP packet goes to. */
function destination(packet: Buffer): string | undefined {
  const version = (packet[0] ?? 0) >> 4;
  if (version === 4) {
    const header = ((packet[0] ?? 0) & 15) * 4;
    return placeText(packet[9], packet.subarray(16, 20).join("."), packet.subarray(header));
  }
  if (version !== 6) return undefined;
  const groups = Array.from({ length: 8 }, (_, index) => packet.readUInt16BE(24 + index * 2).toString(16));
  return placeText(
    packet[6],
    new URL(`http://[${groups.join(":")}]`).hostname.slice(1, -1),
    packet.subarray(40),
  );
}

function placeText(protocol: number | undefined, address: string, payload: Buffer): string | undefined {
  if (protocol !== TCP && protocol !== UDP) return undefined;
  return `${protocol === TCP ? "tcp" : "udp"} ${address} ${payload.readUInt16BE(2)}`;
}

/**
 * Number of packets on the loopback interface in a process's network namespace, which only that process uses.
 */
export function loopbackPackets(pid: number): number {
  const line = readFileSync(`/proc/${pid}/net/dev`, "utf8")
    .split("\n")
    .find((each) => each.trimStart().startsWith("lo:"));
  return Number(line?.split(":")[1]?.trim().split(/\s+/)[1]);
}
