/** Disclosed software: reported once, however many lines name it. */

import { type Context, firstOf, problem, ruleOn } from "../field.ts";
import { disclosures } from "../fields/software.ts";
import { listing } from "../wording.ts";

type Disclosures = ReturnType<typeof disclosures>;

function toldBy(context: Context): Disclosures | undefined {
  const all = disclosures(context);
  return all.length > 0 ? all : undefined;
}

const exact = (all: Disclosures) => all.filter(({ versions }) => versions.length > 0);
const supported = (all: Disclosures) => {
  const support = [...new Set(all.flatMap((one) => one.support))];
  return support.length > 0 ? ` (${support.join("; ")})` : "";
};
const sentOf = ({ line }: Disclosures[number]) => line.line.sent;

export const software = ruleOn(toldBy, [
  firstOf(
    problem({
      id: "software-stack",
      severity: "info",
      link: "rfc9110#section-10.2.4",
      summary: "The response discloses the versions of several pieces of software.",
      detect(all: Disclosures) {
        const telling = exact(all);
        return new Set(telling.flatMap(({ versions }) => versions)).size > 1 && telling;
      },
      title(telling) {
        const names = [...new Set(telling.map(sentOf))];
        const versions = [...new Set(telling.flatMap((one) => one.versions))];
        return `${listing(names)} ${names.length > 1 ? "disclose" : "discloses"} ${listing(versions)}.`;
      },
      at: (telling) => telling[0]?.line,
      bad: ["Server: Apache/2.4.41 (Ubuntu) OpenSSL/1.1.1f PHP/7.4.3"],
      good: ["Server: Apache"],
      edge: [["Server: nginx/1.14.0", "X-Powered-By: PHP/7.4.3"], ["Server: nginx/1.14.0"]],
    }),
    problem({
      id: "software-version",
      severity: "info",
      link: "rfc9110#section-10.2.4",
      summary:
        "The response discloses the exact software version, which helps attackers find known vulnerabilities.",
      detect: (all: Disclosures) => exact(all)[0],
      title: (disclosed) => `${sentOf(disclosed)} discloses ${disclosed.words}${supported([disclosed])}.`,
      at: ({ line }) => line,
      fix: (value, _found, name) =>
        name === "server" ? /^([A-Za-z][\w-]*)\/\S*/.exec(value)?.[1] : undefined,
      bad: ["Server: nginx/1.14.0 (Ubuntu)"],
      good: ["Server: nginx"],
    }),
    problem({
      id: "software-named",
      severity: "info",
      link: "https://owasp.org/www-project-secure-headers/#prevent-information-disclosure-via-http-headers",
      summary: "A header only discloses the software behind the site.",
      detect: (all: Disclosures) =>
        all.find(
          ({ versions, words, line }) => versions.length === 0 && words !== "" && line.line.name !== "server",
        ),
      title: (disclosed) => `${sentOf(disclosed)} discloses ${disclosed.words}; no client needs it.`,
      at: ({ line }) => line,
      bad: ["X-Powered-By: Express"],
      good: ["Server: nginx"],
    }),
  ),
]);
