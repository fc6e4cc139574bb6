/** Serializes structured fields (RFC 9651 section 4.1); returns undefined if that is impossible. */

import type { BareItem, Dictionary, Item, List, Member, Parameters } from "./structured-fields.ts";

type Plain<T> = Omit<T, "at" | "end">;

const KEY = /^[a-z*][a-z0-9_\-.*]*$/;
const TOKEN = /^[A-Za-z*][A-Za-z0-9!#$%&'*+\-.^_`|~:/]*$/;
const PRINTABLE = /^[ -~]*$/;
const LARGEST = 999_999_999_999_999;

export function serializeItem(item: Plain<Item>): string | undefined {
  return joined("", [serializeBareItem(item.value), serializeParameters(item.parameters)]);
}

/** Returns `""` for an empty list, which is not sent. */
export function serializeList(list: List): string | undefined {
  return joined(", ", list.map(serializeMember));
}

/** Returns `""` for an empty dictionary, which is not sent. */
export function serializeDictionary(dictionary: Dictionary): string | undefined {
  return joined(
    ", ",
    [...dictionary].map(([key, member]) => {
      if (!KEY.test(key)) return undefined;
      const isFlag = member.kind === "item" && member.value.kind === "boolean" && member.value.value;
      return joined(key, [
        "",
        isFlag ? serializeParameters(member.parameters) : assigned(serializeMember(member)),
      ]);
    }),
  );
}

export function serializeMember(member: Member): string | undefined {
  if (member.kind === "item") return serializeItem(member);
  const items = joined(" ", member.items.map(serializeItem));
  return joined("", [items === undefined ? undefined : `(${items})`, serializeParameters(member.parameters)]);
}

export function serializeBareItem(item: BareItem): string | undefined {
  switch (item.kind) {
    case "integer":
      return integer(item.value);
    case "decimal":
      return decimal(item.value);
    case "string":
      return PRINTABLE.test(item.value) ? `"${item.value.replace(/["\\]/g, "\\$&")}"` : undefined;
    case "token":
      return TOKEN.test(item.value) ? item.value : undefined;
    case "binary":
      return `:${Buffer.from(item.value).toString("base64")}:`;
    case "boolean":
      return item.value ? "?1" : "?0";
    case "date":
      return joined("", ["@", integer(item.value)]);
    case "display-string":
      return displayString(item.value);
  }
}

function serializeParameters(parameters: Parameters): string | undefined {
  return joined(
    "",
    [...parameters].map(([key, value]) => {
      if (!KEY.test(key)) return undefined;
      const isFlag = value.kind === "boolean" && value.value;
      return joined("", [`;${key}`, isFlag ? "" : assigned(serializeBareItem(value))]);
    }),
  );
}

function assigned(value: string | undefined): string | undefined {
  return value === undefined ? undefined : `=${value}`;
}

function joined(separator: string, parts: readonly (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join(separator);
}

function integer(value: number): string | undefined {
  return Number.isInteger(value) && Math.abs(value) <= LARGEST ? String(value + 0) : undefined;
}

/** At most three digits after the point, rounded half to even (section 4.1.5) in decimal, not in binary. */
function decimal(value: number): string | undefined {
  if (!(Math.abs(value) < 1e12)) return undefined;
  const size = Math.abs(value) < 1e-6 ? 0 : Math.abs(value);
  const [whole = "0", fraction = ""] = String(size).split(".");
  const rest = fraction.slice(3);
  let thousandths = Number(whole + fraction.slice(0, 3).padEnd(3, "0"));
  const isTie = rest === "5";
  if (isTie ? thousandths % 2 === 1 : rest > "5") thousandths++;
  if (thousandths > LARGEST) return undefined;
  const digits = String(thousandths % 1000)
    .padStart(3, "0")
    .replace(/0{1,2}$/, "");
  return `${value < 0 && thousandths > 0 ? "-" : ""}${Math.floor(thousandths / 1000)}.${digits}`;
}

function displayString(value: string): string | undefined {
  if (!value.isWellFormed()) return undefined;
  let text = "";
  for (const byte of new TextEncoder().encode(value)) {
    const char = String.fromCharCode(byte);
    const isPlain = byte >= 0x20 && byte <= 0x7e && char !== "%" && char !== '"';
    text += isPlain ? char : `%${byte.toString(16).padStart(2, "0")}`;
  }
  return `%"${text}"`;
}
