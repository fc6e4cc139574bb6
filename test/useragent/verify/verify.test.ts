import { describe, expect, test } from "bun:test";
import { parseNetwork } from "../../../src/syntax/ip-address.ts";
import type { Bot } from "../../../src/useragent/schema.ts";
import { rowsOf } from "../../../src/useragent/tables/tables.ts";
import {
  type Names,
  operators,
  publishedLists,
  type Ranges,
  rowOfBot,
  verifyBot,
} from "../../../src/useragent/verify.ts";

const bot = (name: string, state?: Bot["state"]): Bot => ({
  name,
  category: "search",
  operator: "",
  ...(state && { state }),
});

/** Names by address and addresses by name. Unlisted keys have none; `?` is a failed query. */
function names(reverse: Readonly<Record<string, string>>, forward: Readonly<Record<string, string>>): Names {
  const look = (table: Readonly<Record<string, string>>) => async (word: string) => {
    const found = new Map(Object.entries(table)).get(word);
    return found === "?" ? undefined : (found?.split(" ") ?? []);
  };
  return { reverse: look(reverse), forward: look(forward) };
}

function ranges(list: string, ...networks: string[]): Ranges {
  return new Map([
    [list, networks.map((text) => parseNetwork(text)).filter((network) => network !== undefined)],
  ]);
}

const NONE: Ranges = new Map();
const GOOGLE = "https://developers.google.com/static/crawling/ipranges/common-crawlers.json";
const GPT = "https://openai.com/gptbot.json";
const IP = "66.249.66.1";
const REAL = names({ [IP]: "crawl-66-249-66-1.googlebot.com" }, { "crawl-66-249-66-1.googlebot.com": IP });

describe("is it the bot?", () => {
  test.each([
    ["names that agree", "Googlebot", IP, NONE, REAL, "dns"],
    [
      "a name with a final dot and capitals",
      "Googlebot",
      IP,
      NONE,
      names({ [IP]: "A.GoogleBot.com." }, { "A.GoogleBot.com.": IP }),
      "dns",
    ],
    [
      "the second of two names",
      "Googlebot",
      IP,
      NONE,
      names({ [IP]: "a.example b.googlebot.com" }, { "b.googlebot.com": IP }),
      "dns",
    ],
    [
      "an IPv6 address in another form",
      "Googlebot",
      "2001:4860::1",
      NONE,
      names({ "2001:4860::1": "a.googlebot.com" }, { "a.googlebot.com": "2001:4860:0:0::1" }),
      "dns",
    ],
    ["a published range", "Googlebot", IP, ranges(GOOGLE, "66.249.64.0/19"), names({}, {}), "ip"],
    [
      "a name that leads elsewhere",
      "Googlebot",
      IP,
      NONE,
      names({ [IP]: "a.googlebot.com" }, { "a.googlebot.com": "192.0.2.1" }),
      "failed",
    ],
    ["somebody else's name", "Googlebot", IP, NONE, names({ [IP]: "host.example.net" }, {}), "failed"],
    [
      "a name that only ends alike",
      "Googlebot",
      IP,
      NONE,
      names({ [IP]: "evilgooglebot.com" }, { "evilgooglebot.com": IP }),
      "failed",
    ],
    [
      "a name with the suffix inside",
      "Googlebot",
      IP,
      NONE,
      names({ [IP]: "a.googlebot.com.example" }, { "a.googlebot.com.example": IP }),
      "failed",
    ],
    [
      "the bare suffix",
      "Googlebot",
      IP,
      NONE,
      names({ [IP]: "googlebot.com" }, { "googlebot.com": IP }),
      "failed",
    ],
    ["no name", "Googlebot", IP, NONE, names({}, {}), "failed"],
    ["no answer for the address", "Googlebot", IP, NONE, names({ [IP]: "?" }, {}), "unknown"],
    [
      "no answer for the name",
      "Googlebot",
      IP,
      NONE,
      names({ [IP]: "a.googlebot.com" }, { "a.googlebot.com": "?" }),
      "unknown",
    ],
    [
      "a host that anybody can rent",
      "Feedfetcher-Google",
      IP,
      NONE,
      names({ [IP]: "1-2-3-4.gae.googleusercontent.com" }, { "1-2-3-4.gae.googleusercontent.com": IP }),
      "failed",
    ],
    [
      "a pattern with a star",
      "Feedfetcher-Google",
      IP,
      NONE,
      names({ [IP]: "google-proxy-66-249-66-1.google.com" }, { "google-proxy-66-249-66-1.google.com": IP }),
      "dns",
    ],
    [
      "a star takes no dot",
      "Feedfetcher-Google",
      IP,
      NONE,
      names({ [IP]: "google-proxy-a.b.google.com" }, { "google-proxy-a.b.google.com": IP }),
      "failed",
    ],
    [
      "reverse names that lead nowhere",
      "Baiduspider",
      IP,
      NONE,
      names({ [IP]: "baiduspider-1.crawl.baidu.com" }, {}),
      "unknown",
    ],
    [
      "reverse names alone prove nothing",
      "Baiduspider",
      IP,
      NONE,
      names({ [IP]: "a.crawl.baidu.com" }, { "a.crawl.baidu.com": IP }),
      "unknown",
    ],
    ["an operator that is only reported to have names", "MojeekBot", IP, NONE, names({}, {}), "unknown"],
    ["ranges at hand, none fits", "GPTBot", IP, ranges(GPT, "192.0.2.0/24"), names({}, {}), "failed"],
    ["ranges not at hand", "GPTBot", IP, NONE, names({}, {}), "unknown"],
    ["a bot without a way to check", "Bytespider", IP, NONE, names({}, {}), "unknown"],
    [
      "the fourth of the names that fit",
      "Googlebot",
      IP,
      NONE,
      names(
        { [IP]: "x.example a.googlebot.com b.googlebot.com c.googlebot.com d.googlebot.com" },
        { "d.googlebot.com": IP },
      ),
      "dns",
    ],
    [
      "the fifth, which is not asked for",
      "Googlebot",
      IP,
      NONE,
      names(
        { [IP]: "a.googlebot.com b.googlebot.com c.googlebot.com d.googlebot.com e.googlebot.com" },
        { "e.googlebot.com": IP },
      ),
      "failed",
    ],
    [
      "no answer for one name, and another that leads elsewhere",
      "Googlebot",
      IP,
      NONE,
      names(
        { [IP]: "a.googlebot.com b.googlebot.com" },
        { "a.googlebot.com": "?", "b.googlebot.com": "192.0.2.1" },
      ),
      "unknown",
    ],
    [
      "one of several addresses of a name",
      "Googlebot",
      IP,
      NONE,
      names({ [IP]: "a.googlebot.com" }, { "a.googlebot.com": `192.0.2.1 nonsense ${IP}` }),
      "dns",
    ],
    ["an address that is none", "Googlebot", "::g", NONE, REAL, "unknown"],
  ] as const)("%s", async (_, name, ip, known, asked, expected) => {
    expect(await verifyBot(bot(name), ip, known, asked)).toBe(expected);
  });

  test("a token for robots.txt only is never sent by its operator", async () => {
    expect(await verifyBot(bot("Google-Extended", "token-only"), IP, NONE, REAL)).toBe("failed");
  });
});

describe("the table", () => {
  test("has at least 40 operators' pages, each with a method of verification", () => {
    const all = [...operators().values()];
    const pages = rowsOf("verify").map(([, , , page = ""]) => page);
    expect(new Set(pages).size).toBeGreaterThanOrEqual(40);
    expect(all.filter(({ names, lists, signs }) => names.length + lists.length + signs.length === 0)).toEqual(
      [],
    );
    const signing = all.filter(({ signs }) => signs.length > 0);
    expect(signing.map(({ bot }) => bot).filter((bot) => rowOfBot(bot) === undefined)).toEqual([]);
    expect(pages.filter((page) => !/^https?:\/\//.test(page))).toEqual([]);
    expect(publishedLists().filter((list) => !URL.canParse(list))).toEqual([]);
  });

  test("names suffixes and patterns in lower case", () => {
    const words = [...operators().values()].flatMap(({ names }) => names);
    expect(words.filter((word) => !/^(?:\.[a-z0-9.-]+|[a-z0-9-]+\*[a-z0-9.-]+)$/.test(word))).toEqual([]);
  });
});
