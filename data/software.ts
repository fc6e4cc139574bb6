/**
 * Software that names itself in Server, X-Powered-By and X-Generator: what it is, and until when its branches get fixes.
 * What has no branches here stands in software.txt. As of 2026-11-21. Distributions often fix older versions longer.
 */

import others from "./software.txt" with { type: "text" };
import { rowsIn } from "./tables.ts";
import { type WordTable, wordTable } from "./word-table.ts";

export interface Software {
  readonly name: string;
  readonly what: string;
  /** The project's page on how long its branches are supported. */
  readonly source?: string;
  /** Branch (a prefix of the version) and the day of its last fixes from the project, ISO 8601. */
  readonly branches?: readonly (readonly [branch: string, until: string])[];
}

const dated = wordTable<Software>({
  apache: {
    name: "Apache",
    what: "The web server Apache HTTPD.",
    source: "https://httpd.apache.org/download.cgi",
    branches: [
      ["1.3", "2010-02-03"],
      ["2.0", "2013-07-10"],
      ["2.2", "2018-01-01"],
    ],
  },
  nginx: {
    name: "nginx",
    what: "The web server and proxy nginx.",
    // A stable branch ends when the next one comes, in April; a mainline branch (odd) when the next one opens.
    source: "https://nginx.org/en/download.html",
    branches: [
      ["0", "2012-04-23"],
      ["1.0", "2012-04-23"],
      ["1.1", "2012-04-23"],
      ["1.2", "2013-04-24"],
      ["1.3", "2013-05-07"],
      ["1.4", "2014-04-24"],
      ["1.5", "2014-04-24"],
      ["1.6", "2015-04-21"],
      ["1.7", "2015-04-28"],
      ["1.8", "2016-04-26"],
      ["1.9", "2016-05-24"],
      ["1.10", "2017-04-12"],
      ["1.11", "2017-05-30"],
      ["1.12", "2018-04-17"],
      ["1.13", "2018-06-05"],
      ["1.14", "2019-04-23"],
      ["1.15", "2019-05-21"],
      ["1.16", "2020-04-21"],
      ["1.17", "2020-05-26"],
      ["1.18", "2021-04-20"],
      ["1.19", "2021-05-25"],
      ["1.20", "2022-05-24"],
      ["1.21", "2022-06-21"],
      ["1.22", "2023-04-11"],
      ["1.23", "2023-05-23"],
      ["1.24", "2024-04-23"],
      ["1.25", "2024-05-28"],
      ["1.26", "2025-04-23"],
      ["1.27", "2025-06-24"],
      ["1.28", "2026-04-30"],
      ["1.29", "2026-06-30"],
    ],
  },
  php: {
    name: "PHP",
    what: "The language PHP.",
    source: "https://www.php.net/eol.php",
    branches: [
      ["3", "2000-10-20"],
      ["4", "2008-08-07"],
      ["5.0", "2005-09-05"],
      ["5.1", "2006-08-24"],
      ["5.2", "2011-01-06"],
      ["5.3", "2014-08-14"],
      ["5.4", "2015-09-03"],
      ["5.5", "2016-07-21"],
      ["5.6", "2018-12-31"],
      ["7.0", "2019-01-10"],
      ["7.1", "2019-12-01"],
      ["7.2", "2020-11-30"],
      ["7.3", "2021-12-06"],
      ["7.4", "2022-11-28"],
      ["8.0", "2023-11-26"],
      ["8.1", "2025-12-31"],
      ["8.2", "2026-12-31"],
      ["8.3", "2027-12-31"],
      ["8.4", "2028-12-31"],
      ["8.5", "2029-12-31"],
    ],
  },
  openssl: {
    name: "OpenSSL",
    what: "The TLS library OpenSSL.",
    source: "https://openssl-library.org/policies/releasestrat/",
    branches: [
      ["0.9.8", "2015-12-31"],
      ["1.0.0", "2015-12-31"],
      ["1.0.1", "2016-12-31"],
      ["1.0.2", "2019-12-31"],
      ["1.1.0", "2019-09-11"],
      ["1.1.1", "2023-09-11"],
      ["3.0", "2026-09-07"],
      ["3.1", "2025-03-14"],
      ["3.2", "2025-11-23"],
      ["3.3", "2026-04-09"],
      ["3.4", "2026-10-22"],
      ["3.5", "2030-04-08"],
      ["3.6", "2026-11-01"],
    ],
  },
  python: {
    name: "Python",
    what: "The language Python.",
    source: "https://devguide.python.org/versions/",
    branches: [
      ["2", "2020-01-01"],
      ["3.0", "2009-06-27"],
      ["3.1", "2012-04-09"],
      ["3.2", "2016-02-20"],
      ["3.3", "2017-09-29"],
      ["3.4", "2019-03-18"],
      ["3.5", "2020-09-30"],
      ["3.6", "2021-12-23"],
      ["3.7", "2023-06-27"],
      ["3.8", "2024-10-07"],
      ["3.9", "2025-10-31"],
      ["3.10", "2026-10-31"],
      ["3.11", "2027-10-31"],
      ["3.12", "2028-10-31"],
      ["3.13", "2029-10-31"],
      ["3.14", "2030-10-31"],
    ],
  },
  jetty: {
    name: "Jetty",
    what: "The Java server Jetty.",
    source: "https://jetty.org/download.html",
    branches: [
      ["6", "2010-12-31"],
      ["7", "2014-12-31"],
      ["8", "2014-12-31"],
      ["9.0", "2013-12-31"],
      ["9.1", "2014-12-31"],
      ["9.2", "2018-03-08"],
      ["9.3", "2020-12-07"],
      ["9.4", "2025-02-19"],
      ["10", "2025-01-01"],
      ["11", "2025-01-01"],
    ],
  },
  drupal: {
    name: "Drupal",
    what: "The content management system Drupal.",
    source: "https://www.drupal.org/about/core/policies/core-release-cycles/schedule",
    branches: [
      ["6", "2016-02-24"],
      ["7", "2025-01-05"],
      ["8", "2021-11-17"],
      ["9", "2023-11-01"],
    ],
  },
});

/** By product name in lower case. */
export const software: WordTable<Software> = new Map([
  ...rowsIn(others).map(([word = "", name = "", what = ""]) => [word, { name, what }] as const),
  ...dated,
]);
