/** Dates in cookies, read as browsers read them (RFC 6265bis section 5.1.1): words in any order between delimiters. */

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** time = hms-time [ non-digit *OCTET ]; hms-time = time-field ":" time-field ":" time-field */
const TIME = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?!\d)/;
/** day-of-month = 1*2DIGIT [ non-digit *OCTET ] */
const DAY = /^(\d{1,2})(?!\d)/;
/** year = 2*4DIGIT [ non-digit *OCTET ] */
const YEAR = /^(\d{2,4})(?!\d)/;
/** No word of a date is longer; what follows in a longer one does not matter to the grammar. */
const LONGEST_WORD = 32;

interface Found {
  time?: readonly [number, number, number];
  day?: number;
  month?: number;
  year?: number;
}

/** Milliseconds since the epoch, or undefined when the attribute would be ignored. */
export function parseCookieDate(text: string): number | undefined {
  const found: Found = {};
  readWords(text, found);
  const { time, day, month } = found;
  let year = found.year;
  if (!time || day === undefined || month === undefined || year === undefined) return undefined;
  if (year >= 70 && year <= 99) year += 1900;
  else if (year <= 69) year += 2000;
  if (day < 1 || year < 1601 || time[0] > 23 || time[1] > 59 || time[2] > 59) return undefined;
  const ms = Date.UTC(year, month, day, ...time);
  return new Date(ms).getUTCDate() === day ? ms : undefined;
}

/** delimiter = %x09 / %x20-2F / %x3B-40 / %x5B-60 / %x7B-7E */
function isDelimiter(code: number): boolean {
  if (code === 0x09) return true;
  if (code < 0x20 || code > 0x7e) return false;
  return code <= 0x2f || (code >= 0x3b && code <= 0x40) || (code >= 0x5b && code <= 0x60) || code >= 0x7b;
}

function readWords(text: string, found: Found): void {
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    const ends = at === text.length || isDelimiter(text.charCodeAt(at));
    if (ends && start >= 0) read(text.slice(start, Math.min(at, start + LONGEST_WORD)), found);
    if (ends) start = -1;
    else if (start < 0) start = at;
  }
}

/** The first word that fits a part not yet found is that part. */
function read(word: string, found: Found): void {
  const time = found.time ? null : TIME.exec(word);
  if (time) {
    found.time = [Number(time[1]), Number(time[2]), Number(time[3])];
    return;
  }
  const day = found.day === undefined ? DAY.exec(word) : null;
  if (day) {
    found.day = Number(day[1]);
    return;
  }
  const month = found.month === undefined ? MONTHS.indexOf(word.slice(0, 3).toLowerCase()) : -1;
  if (month >= 0) {
    found.month = month;
    return;
  }
  const year = found.year === undefined ? YEAR.exec(word) : null;
  if (year) found.year = Number(year[1]);
}
