import { expect, test } from "bun:test";
import { productOf } from "../../src/cli/site/check-site.ts";

test.each([
  [undefined, undefined],
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "googlebot"],
  ["Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)", "bingbot"],
  ["Example-Crawler/1.0", "example-crawler"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "mozilla"],
])("User-Agent %p takes the rules for %p", async (agent, product) => {
  expect(await productOf(agent)).toBe(product);
});
