/** IO: connections of a listener, from the system, since Bun's server does not expose them. Linux only. */

import { FFIType, ptr } from "bun:ffi";
import { statSync } from "node:fs";
import { AF_UNIX, MSG_DONTWAIT, MSG_NOSIGNAL, openLibc } from "../../platform/libc.ts";

export interface Connection {
  readonly fd: number;
  /** Distinguishes successive connections on the same descriptor; 0 on a Unix socket. */
  readonly id: number | bigint;
  /** Peer address; `""` on a Unix socket. */
  readonly peer: string;
}

/** Port of one address family. An outgoing socket may use the same port of the other family. */
interface Port {
  readonly port: number;
  readonly family: 4 | 6;
}

/** Path of a Unix socket, port of any family, or port of one family. */
export type Place = string | number | Port;

export interface Sockets {
  /**
   * Connections to a listener.
   * @param known previous result, by descriptor
   */
  connections(at: Place, known?: ReadonlyMap<number, Connection>): Connection[];
  /** Closes a connection, with these bytes if nothing has been sent. */
  end(connection: Connection, last: Uint8Array): void;
  /** Drops connection attempts. Handshakes in progress complete; other clients retry a second later. */
  stopAccepting(at: Place): void;
  /** Maximum descriptors of the process. */
  readonly limit: number;
}

const SOL_SOCKET = 1;
const SO_ACCEPTCONN = 30;
const SO_ATTACH_FILTER = 26;
const IPPROTO_TCP = 6;
const TCP_INFO = 11;
/** Offset of `tcpi_data_segs_out` in `struct tcp_info`. */
const DATA_SEGMENTS_OUT = 156;
const SHUT_RDWR = 2;
const F_GETFD = 1;
const RLIMIT_NOFILE = 7;
const MOST_LOOKED_AT = 65_536;
const AF_INET = 2;
const AF_INET6 = 10;
const FAMILIES: ReadonlyMap<number, 4 | 6> = new Map([
  [AF_INET, 4],
  [AF_INET6, 6],
]);

/**
 * @internal for tests: classic BPF that drops TCP segments which open a connection (SYN without ACK in the
 * 14th byte). Four words per instruction: code, jumps, and the two halves of the operand.
 */
export const WITHOUT_SYN = new Uint16Array([
  ...instruction(0x30, 0, 0, 13), // load the byte with the flags
  ...instruction(0x54, 0, 0, 0x12), // and SYN | ACK
  ...instruction(0x15, 0, 1, 0x02), // SYN alone?
  ...instruction(0x06, 0, 0, 0), // drop
  ...instruction(0x06, 0, 0, 0xffff), // pass
]);

function instruction(code: number, jumpTrue: number, jumpFalse: number, operand: number): readonly number[] {
  return [code, jumpTrue | (jumpFalse << 8), operand & 0xffff, operand >>> 16];
}

let opened: Sockets | undefined;

/** Opened at first use, which takes a millisecond; undefined if not supported. */
export function systemSockets(): Sockets | undefined {
  if (process.platform !== "linux") return undefined;
  const libc = opened ? undefined : openFunctions();
  if (libc) opened = socketsOf(libc);
  return opened;
}

function socketsOf(libc: Libc): Sockets {
  const address = new Uint8Array(128);
  const words = new DataView(address.buffer);
  const length = new Uint32Array(1);
  const info = new Uint8Array(256);
  const flag = new Uint32Array(1);

  /** Reads an address into `address`; false for a socket that is not connected. */
  const readAddress = (which: "getsockname" | "getpeername", fd: number): boolean => {
    length[0] = address.length;
    return libc[which](fd, address, length) === 0;
  };
  const isAt = (at: Place): boolean => {
    const family = words.getUint16(0, true);
    if (family === AF_UNIX)
      return Buffer.from(address.subarray(2, length[0])).toString().split("\0")[0] === at;
    const number = FAMILIES.get(family);
    if (number === undefined) return false;
    const here = typeof at !== "object" || at.family === number;
    return here && words.getUint16(2) === (typeof at === "object" ? at.port : at);
  };
  const isListening = (fd: number): boolean => {
    length[0] = 4;
    return libc.getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, flag, length) === 0 && flag[0] === 1;
  };
  const limit = limitOf(libc);
  /** Open descriptors. Reading /proc/self/fd would itself open one. */
  function* descriptors(): Iterable<number> {
    // Number of open descriptors since Linux 6.2; 0 on older kernels.
    let left = statSync("/proc/self/fd").size || Math.min(limit, MOST_LOOKED_AT);
    for (let fd = 0; fd < limit && left > 0; fd++) {
      if (libc.fcntl(fd, F_GETFD, 0) < 0) continue;
      left--;
      yield fd;
    }
  }
  const connections: Sockets["connections"] = (at, known) => {
    const found: Connection[] = [];
    for (const fd of descriptors()) {
      if (!readAddress("getpeername", fd)) continue;
      const family = words.getUint16(0, true);
      const id = idOf(family, words);
      const before = known?.get(fd);
      if (before?.id === id && family !== AF_UNIX) found.push(before);
      else {
        const peer = peerOf(family, words);
        if (readAddress("getsockname", fd) && isAt(at)) found.push({ fd, id, peer });
      }
    }
    return found;
  };
  const isUnanswered = (fd: number): boolean => {
    length[0] = info.length;
    return (
      libc.getsockopt(fd, IPPROTO_TCP, TCP_INFO, info, length) === 0 &&
      new DataView(info.buffer).getUint32(DATA_SEGMENTS_OUT, true) === 0
    );
  };

  return {
    connections,
    end({ fd }, last) {
      if (isUnanswered(fd)) libc.send(fd, last, BigInt(last.length), MSG_DONTWAIT | MSG_NOSIGNAL);
      libc.shutdown(fd, SHUT_RDWR);
    },
    stopAccepting(at) {
      // struct sock_fprog: number of instructions, and pointer.
      const program = new DataView(new ArrayBuffer(16));
      program.setUint16(0, WITHOUT_SYN.length / 4, true);
      program.setBigUint64(8, BigInt(ptr(WITHOUT_SYN)), true);
      for (const fd of descriptors())
        if (isListening(fd) && readAddress("getsockname", fd) && isAt(at))
          libc.setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, new Uint8Array(program.buffer), 16);
    },
    limit,
  };
}

/** @internal for tests: peer address and port as a number, from a `struct sockaddr`. */
export function idOf(family: number, address: DataView): number | bigint {
  if (family === AF_INET) return address.getUint32(4) * 65_536 + address.getUint16(2);
  if (family !== AF_INET6) return 0;
  return (address.getBigUint64(8) << 80n) | (address.getBigUint64(16) << 16n) | BigInt(address.getUint16(2));
}

function limitOf(libc: Libc): number {
  const limits = new BigUint64Array(2);
  return libc.getrlimit(RLIMIT_NOFILE, limits) === 0 ? Number(limits[0]) : 1024;
}

/** @internal for tests: peer address as text, from a `struct sockaddr`. */
export function peerOf(family: number, address: DataView): string {
  if (family === AF_UNIX) return "";
  const ipv4 = (from: number) => [0, 1, 2, 3].map((byte) => address.getUint8(from + byte)).join(".");
  if (family === AF_INET) return ipv4(4);
  const high = address.getBigUint64(8);
  // ::ffff:0:0/96 is IPv4 on a dual-stack socket.
  if (high === 0n && address.getUint32(16) === 0xffff) return ipv4(20);
  return Array.from({ length: 8 }, (_, group) => address.getUint16(8 + 2 * group).toString(16)).join(":");
}

type Libc = NonNullable<ReturnType<typeof openFunctions>>;

function openFunctions() {
  const { i32, u64, i64, ptr } = FFIType;
  return openLibc({
    getsockname: { args: [i32, ptr, ptr], returns: i32 },
    getpeername: { args: [i32, ptr, ptr], returns: i32 },
    getsockopt: { args: [i32, i32, i32, ptr, ptr], returns: i32 },
    setsockopt: { args: [i32, i32, i32, ptr, i32], returns: i32 },
    send: { args: [i32, ptr, u64, i32], returns: i64 },
    shutdown: { args: [i32, i32], returns: i32 },
    fcntl: { args: [i32, i32, i32], returns: i32 },
    getrlimit: { args: [i32, ptr], returns: i32 },
  });
}
