import { expect, test } from "bun:test";
import { lastHeader, problemsOfLast } from "../explained.ts";

test.each([
  ["Server: cloudflare", []],
  ["Server: nginx", []],
  ["Server: Apache (Debian)", []],
  ["Server: Microsoft-IIS/10.0", ["info software-version"]],
  ["Server: nginx/1.14.0 (Ubuntu)", ["info software-version"]],
  ["Server: Apache/2.4.41 (Ubuntu) OpenSSL/1.1.1f PHP/7.4.3", ["warning software-stack"]],
  ["Server: Apache/2.4.41 (Ubuntu", ["info server-syntax", "info software-version"]],
  ["X-Powered-By: Express", ["info software-named"]],
  ["X-Powered-By: PHP/8.1.27", ["info software-version"]],
  ["X-Powered-By: PHP/5.3.3, PleskLin", ["info software-version"]],
  ["X-AspNet-Version: 4.0.30319", ["info software-version"]],
  ["X-Generator: Drupal 10 (https://www.drupal.org)", ["info software-named"]],
  ["X-SourceMap: /a.map", ["info source-map-named", "warning source-map-prefixed"]],
])("%s", (line, expected) => {
  expect(problemsOfLast([line])).toEqual(expected);
});

test.each([
  ["Server: nginx/1.14.0 (Ubuntu)", "nginx 1.14.0 on Ubuntu"],
  ["Server: AmazonS3", "Amazon S3"],
  ["Server: Apache-Coyote/1.1", "Tomcat Coyote 1.1"],
  ["X-AspNet-Version: 4.0.30319", "ASP.NET 4.0.30319"],
  ["X-Generator: Drupal 10 (https://www.drupal.org)", "Drupal 10"],
  ["X-Runtime: 0.012345", "12.3 ms in the application"],
])("%s in words", (line, words) => {
  expect(lastHeader([line]).alternate).toBe(words);
});

test("a product's branch has a last day of fixes", () => {
  const { details } = lastHeader(["Server: Apache/2.2.15 OpenSSL/1.0.2k-fips PHP/8.1.2"]);
  expect(details.items?.map(({ alternate }) => alternate)).toEqual([
    "Apache 2.2: fixes until 1 January 2018",
    "OpenSSL 1.0.2: fixes until 31 December 2019",
    "PHP 8.1: fixes until 31 December 2025",
  ]);
});
