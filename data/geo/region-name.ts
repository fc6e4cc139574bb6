import { wordTable } from "../word-table.ts";

/** Letters without a Unicode decomposition, with their usual English spelling. */
const LETTERS = wordTable({
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ə: "a",
});

/** Words for the kind of subdivision, which some sources omit. */
const KINDS = new Set(
  `autonomous administrative capital city county department departamento departement district division emirate federal
  governorate metropolitan municipality oblast of okrug parish prefecture principality province provincia provincie
  region republic respublika rayon raion regiao regione state territory the town kray krai judetul zupanija voivodeship
  and e y de la le les del di da do dos das d l el al ad as ar an ash az at muhafazat wilaya wilayah wilayat
  urban kraj novads rajons oblysy oblisi voblasc voblast pradesh gemeinde kanton canton community comunidad comune qarku rrethi khueng changwat tinh si sheng shi special`.split(
    /\s+/,
  ),
);

/**
 * Lookup forms of a subdivision's name, in Latin letters without marks and in lower case: first as written
 * ("moscow oblast"), then without articles and words for the kind of subdivision ("moscow"), unless nothing
 * would remain. Both are equal if there is nothing to remove.
 */
export function regionForms(name: string): readonly [written: string, telling: string] {
  const plain = name
    .toLowerCase()
    .replace(/[øłđðþıæœßə]/g, (letter) => LETTERS.get(letter) ?? letter)
    .normalize("NFD")
    .replace(/[\u0300-\u036f'’ʻʼ‘`ʹʺ]/g, "");
  const words = plain
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => (word === "st" ? "saint" : word));
  const telling = words.filter((word) => !KINDS.has(word));
  return [words.join(" "), (telling.length > 0 ? telling : words).join(" ")];
}
