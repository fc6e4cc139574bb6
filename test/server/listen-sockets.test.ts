/** Facts about sockets from the kernel, with real sockets. */

import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Connection,
  idOf,
  peerOf,
  type Sockets,
  systemSockets,
  WITHOUT_SYN,
} from "../../src/server/listen/sockets.ts";

const AF_INET = 2;
const AF_INET6 = 10;
const AF_UNIX = 1;

/** `struct sockaddr_in6` for eight groups, or `struct sockaddr_in` for four bytes. */
function sockaddr(port: number, address: readonly number[]): DataView {
  const view = new DataView(new ArrayBuffer(128));
  view.setUint16(2, port);
  if (address.length === 4) for (const [index, byte] of address.entries()) view.setUint8(4 + index, byte);
  else for (const [index, group] of address.entries()) view.setUint16(8 + 2 * index, group);
  return view;
}

describe("addresses of the other end", () => {
  test.each([
    [AF_INET, [192, 0, 2, 255], "192.0.2.255"],
    [AF_INET6, [0x2001, 0xdb8, 1, 2, 3, 4, 5, 0xffff], "2001:db8:1:2:3:4:5:ffff"],
    [AF_INET6, [0, 0, 0, 0, 0, 0, 0, 1], "0:0:0:0:0:0:0:1"],
    [AF_INET6, [0, 0, 0, 0, 0, 0xffff, 0xc000, 0x2ff], "192.0.2.255"],
    [AF_INET6, [0, 0, 0, 1, 0, 0xffff, 0xc000, 0x2ff], "0:0:0:1:0:ffff:c000:2ff"],
    [AF_INET6, [0, 0, 0, 0, 0, 0xfffe, 0xc000, 0x2ff], "0:0:0:0:0:fffe:c000:2ff"],
    [AF_UNIX, [192, 0, 2, 255], ""],
  ])("%d %j is %s", (family, address, text) => expect(peerOf(family, sockaddr(4711, address))).toBe(text));

  test.each([
    [AF_INET, [192, 0, 2, 255], 0xc00002ff * 0x10000 + 0x1267],
    [AF_INET6, [0x2001, 0xdb8, 1, 2, 3, 4, 5, 0xffff], 0x20010db800010002000300040005ffff1267n],
    [AF_UNIX, [192, 0, 2, 255], 0],
  ])("%d %j with its port is one number", (family, address, id) =>
    expect(idOf(family, sockaddr(0x1267, address))).toBe(id),
  );
});

/** Number of bytes that the BPF filter keeps of a TCP segment with these flags. Interprets the filter. */
function kept(flags: number, length: number): number {
  const segment = new Uint8Array(length);
  segment[13] = flags;
  let accumulator = 0;
  for (let at = 0; at < WITHOUT_SYN.length; at += 4) {
    const [code, jumps = 0, low = 0, high = 0] = WITHOUT_SYN.subarray(at, at + 4);
    const operand = high * 0x10000 + low;
    if (code === 0x06) return Math.min(operand, length);
    if (code === 0x30) accumulator = segment[operand] ?? 0;
    else if (code === 0x54) accumulator &= operand;
    else if (code === 0x15) at += 4 * (accumulator === operand ? jumps & 0xff : jumps >> 8);
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error("no end");
}

describe("the filter of a listener that will close", () => {
  const FIN = 0x01;
  const SYN = 0x02;
  const RST = 0x04;
  const PSH = 0x08;
  const ACK = 0x10;
  const ECE = 0x40;
  const CWR = 0x80;
  test.each([
    ["opens a connection", SYN, 0],
    ["opens one with congestion notification", SYN | ECE | CWR, 0],
    ["answers", SYN | ACK, 65_535],
    ["acknowledges", ACK, 65_535],
    ["carries content", PSH | ACK, 65_535],
    ["ends", FIN | ACK, 65_535],
    ["resets", RST, 65_535],
  ])("a segment that %s", (_, flags, expected) => expect(kept(flags, 65_535)).toBe(expected));
});

// Containers often lack IPv6.
const hasIpv6 = Object.values(networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === "::1"),
);

const asked = systemSockets();

describe.if(asked !== undefined)("sockets of this process", () => {
  const sockets = asked as Sockets;
  const open: { stop?: (now: boolean) => void; end?: () => void }[] = [];
  afterEach(() => {
    for (const each of open.splice(0)) each.end ? each.end() : each.stop?.(true);
  });
  const until = async (done: () => boolean) => {
    for (let tries = 0; tries < 500 && !done(); tries++) await Bun.sleep(10);
    expect(done()).toBe(true);
  };

  /** Listener with one client, which has sent a byte and records received data. */
  const connected = async (hostname: string) => {
    let accepted = 0;
    const listener = Bun.listen({ hostname, port: 0, socket: { data: () => void accepted++ } });
    const heard: string[] = [];
    const client = async () => {
      const socket = await Bun.connect({
        hostname,
        port: listener.port,
        socket: {
          data: (_, bytes) => void heard.push(bytes.toString()),
          close: () => void heard.push("closed"),
        },
      });
      open.push(socket);
      const before = accepted;
      socket.write("x");
      await until(() => accepted > before);
      return socket;
    };
    open.push(listener);
    return { listener, client, heard };
  };

  test("connections of one listener only", async () => {
    const { listener, client } = await connected("127.0.0.1");
    const other = await connected("127.0.0.1");
    const [one, two] = [await client(), await client()];
    await other.client();
    const found = sockets.connections(listener.port);
    const ids = [one, two].map((socket) => 0x7f000001 * 65_536 + (socket?.localPort ?? 0));
    expect(found.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(found.map(({ peer }) => peer)).toEqual(["127.0.0.1", "127.0.0.1"]);
    expect(new Set(found.map(({ fd }) => fd)).size).toBe(2);
    expect(sockets.connections(1)).toEqual([]);
    const { port } = listener;
    expect(sockets.connections({ port, family: 4 })).toEqual(found);
    // An IPv4 socket with the same port belongs to another listener.
    expect(sockets.connections({ port, family: 6 })).toEqual([]);
  });

  test.if(hasIpv6)("of IPv6, and of IPv4 on a socket that takes both", async () => {
    const six = await connected("::1");
    const socket = await six.client();
    expect(sockets.connections(six.listener.port)).toEqual([
      {
        fd: expect.any(Number) as unknown as number,
        id: (1n << 16n) | BigInt(socket?.localPort ?? 0),
        peer: "0:0:0:0:0:0:0:1",
      },
    ]);
  });

  test("of a Unix socket by its path", async () => {
    const folder = mkdtempSync(join(tmpdir(), "netlens-"));
    const [path, other] = [join(folder, "a"), join(folder, "ab")];
    let accepted = 0;
    for (const unix of [path, other]) {
      open.push(Bun.listen({ unix, socket: { data: () => void accepted++ } }));
      const socket = await Bun.connect({ unix, socket: { data() {} } });
      open.push(socket);
      socket.write("x");
    }
    await until(() => accepted === 2);
    const found = sockets.connections(path);
    expect(found.map(({ id, peer }) => [id, peer])).toEqual([[0, ""]]);
    // A reused descriptor may be another connection, so its facts are read again.
    const known = new Map(found.map((each) => [each.fd, each]));
    expect(sockets.connections(other, known).map(({ fd }) => fd)).not.toEqual(found.map(({ fd }) => fd));
    rmSync(folder, { recursive: true });
  });

  test("known sockets are not read again", async () => {
    const { listener, client } = await connected("127.0.0.1");
    await client();
    const [found] = sockets.connections(listener.port);
    const known: Connection = { ...(found as Connection), peer: "known" };
    expect(sockets.connections(listener.port, new Map([[known.fd, known]]))).toEqual([known]);
    const stale = { ...known, id: 1 };
    expect(sockets.connections(listener.port, new Map([[known.fd, stale]]))).toEqual([found as Connection]);
  });

  test("a check uses no descriptors", async () => {
    const { listener, client } = await connected("127.0.0.1");
    await client();
    const before = readdirSync("/proc/self/fd").length;
    for (let times = 0; times < 3; times++) sockets.connections(listener.port);
    expect(readdirSync("/proc/self/fd").length).toBe(before);
  });

  test("a connection without a response is closed with one, others without", async () => {
    const { listener, client, heard } = await connected("127.0.0.1");
    await client();
    const [silent] = sockets.connections(listener.port);
    sockets.end(silent as Connection, new TextEncoder().encode("bye"));
    await until(() => heard.includes("closed"));
    expect(heard).toEqual(["bye", "closed"]);

    const answering = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: { data: (socket) => void socket.write("hello") },
    });
    open.push(answering);
    const words: string[] = [];
    const socket = await Bun.connect({
      hostname: "127.0.0.1",
      port: answering.port,
      socket: {
        data: (_, bytes) => void words.push(bytes.toString()),
        close: () => void words.push("closed"),
      },
    });
    open.push(socket);
    socket.write("x");
    await until(() => words.includes("hello"));
    const [told] = sockets.connections(answering.port);
    sockets.end(told as Connection, new TextEncoder().encode("bye"));
    await until(() => words.includes("closed"));
    expect(words).toEqual(["hello", "closed"]);
  });

  test("a stopped listener refuses new connections and keeps open ones; other listeners are unaffected", async () => {
    const { listener, client } = await connected("127.0.0.1");
    const other = await connected("127.0.0.1");
    const kept = await client();
    sockets.stopAccepting(listener.port);
    let opened = false;
    const knocking = Bun.connect({
      hostname: "127.0.0.1",
      port: listener.port,
      socket: {
        data() {},
        open: () => {
          opened = true;
        },
      },
    });
    knocking.then(
      (socket) => socket.end(),
      () => {},
    );
    await other.client();
    await other.client();
    expect(opened).toBe(false);
    kept?.write("x");
    expect(sockets.connections(listener.port)).toHaveLength(1);
  });

  test("the limit of descriptors is that of the process", async () => {
    const shell = Bun.spawnSync(["sh", "-c", "ulimit -n"]).stdout.toString().trim();
    expect(`${sockets.limit}`).toBe(shell);
  });
});
