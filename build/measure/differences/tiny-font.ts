/** The smallest TrueType font that browsers accept: one triangle, to test whether a font loads. */

const u16 = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from([(value >> 8) & 255, value & 255])));
const u32 = (...values: number[]) => Buffer.concat(values.map((value) => u16(value >>> 16, value & 65535)));

/** A contour of three points, with two-byte coordinates. */
const GLYPH = Buffer.concat([
  u16(1, 0, 0, 500, 500, 2, 0),
  Buffer.from([1, 1, 1]),
  u16(0, 500, -250),
  u16(0, 0, 500),
  Buffer.from([0]),
]);

function cmap(): Buffer {
  const segments = Buffer.concat([u16(120, 65535), u16(0), u16(120, 65535), u16(1 - 120, 1), u16(0, 0)]);
  const table = Buffer.concat([u16(4, 14 + segments.length, 0, 4, 4, 1, 0), segments]);
  return Buffer.concat([u16(0, 1, 3, 1), u32(12), table]);
}

function name(): Buffer {
  const text = Buffer.from("\0T");
  const ids = [1, 2, 3, 4, 5, 6];
  return Buffer.concat([
    u16(0, ids.length, 6 + 12 * ids.length),
    ...ids.map((id) => u16(3, 1, 0x409, id, 2, 0)),
    text,
  ]);
}

const os2 = Buffer.concat([
  u16(4, 500, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0),
  Buffer.alloc(10),
  u32(0, 0, 0, 0),
  Buffer.from("TEST"),
  u16(64, 120, 120, 800, -200, 200, 1000, 200),
  u32(1, 0),
  u16(500, 700, 0, 32, 1),
]);

const tables: readonly (readonly [string, Buffer])[] = [
  ["OS/2", os2],
  ["cmap", cmap()],
  ["glyf", Buffer.concat([GLYPH, GLYPH])],
  [
    "head",
    Buffer.concat([
      u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
      u16(0, 1000),
      Buffer.alloc(16),
      u16(0, 0, 500, 500, 0, 8, 2, 0, 0),
    ]),
  ],
  ["hhea", Buffer.concat([u32(0x10000), u16(800, -200, 0, 600, 0, 0, 600, 1, 0, 0, 0, 0, 0, 0, 0, 2)])],
  ["hmtx", u16(600, 0, 600, 0)],
  ["loca", u16(0, GLYPH.length / 2, GLYPH.length)],
  ["maxp", Buffer.concat([u32(0x10000), u16(2, 3, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)])],
  ["name", name()],
  ["post", Buffer.concat([u32(0x30000, 0), u16(-100, 50), u32(0, 0, 0, 0, 0)])],
];

export function tinyFont(): Uint8Array {
  let offset = 12 + 16 * tables.length;
  const rows: Buffer[] = [];
  const bodies: Buffer[] = [];
  for (const [tag, table] of tables) {
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    let sum = 0;
    for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
    rows.push(Buffer.concat([Buffer.from(tag), u32(sum, offset, table.length)]));
    bodies.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([u32(0x10000), u16(tables.length, 128, 3, 32), ...rows, ...bodies]);
}
