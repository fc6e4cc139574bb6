import { type Static, Type } from "@sinclair/typebox";
import { unchecked } from "../../api/unchecked.ts";
import { Severity } from "../../headers/schema.ts";

const count = (description: string) => Type.Integer({ description });
const text = Type.String();

const Share = Type.Object(
  {
    pattern: Type.String({ description: "Path pattern, such as /blog/*" }),
    count: count("Number of its URLs"),
    of: count("Number of its URLs that were looked up"),
  },
  { title: "SiteShare" },
);
export type Share = Static<typeof Share>;

const Place = Type.Object({ url: text, line: Type.Optional(Type.Integer()) }, { title: "SitePlace" });

const Group = Type.Object(
  {
    name: Type.String({ description: "Id of the finding" }),
    severity: Severity,
    link: Type.Optional(text),
    count: count("Number of URLs"),
    places: count("Number of findings: a page with two dead links counts twice"),
    where: Type.String({ description: "on 312 of 312 of /blog/*" }),
    patterns: Type.Array(Share),
    details: Type.Array(Type.Object({ title: text, count: Type.Integer(), examples: Type.Array(Place) }), {
      description: "Titles with examples",
    }),
    omitted: count("Number of titles that are not in `details`"),
    fails: count("Number of URLs on which the finding is a failure"),
  },
  { title: "SiteGroup" },
);
export type Group = Static<typeof Group>;

const JudgedList = Type.Object(
  {
    name: text,
    heading: text,
    ids: Type.Array(text, { description: "Kinds of findings in the list" }),
    judged: count("Number of URLs or links that were judged"),
    found: count("Number of URLs with findings"),
    reason: Type.Optional(Type.String({ description: "Why none was judged" })),
  },
  { title: "SiteList" },
);
export type JudgedList = Static<typeof JudgedList>;

export const SiteReport = Type.Object(
  {
    url: text,
    counts: Type.Object({
      lookedUp: Type.Integer(),
      pages: Type.Integer(),
      redirects: Type.Integer(),
      broken: Type.Integer(),
      disallowed: Type.Integer(),
      notLookedUp: count("Found but not looked up, because of a limit"),
      external: Type.Integer(),
    }),
    groups: Type.Array(Group, { description: "Findings by kind, the most severe first" }),
    differs: Type.Array(
      Type.Object({
        title: Type.String(),
        count: Type.Integer(),
        of: Type.Integer(),
        but: Type.Array(Share),
      }),
      { description: "Header values that most pages share, but not all" },
    ),
    hosts: Type.Array(
      Type.Object({ host: text, kinds: Type.Array(text), pages: Type.Integer(), example: text }),
      { description: "Hosts of other sites from which pages load resources" },
    ),
    duplicates: Type.Array(
      Type.Object({ canonical: text, count: Type.Integer(), examples: Type.Array(text) }),
      { description: "Pages whose canonical URL is another page" },
    ),
    ignored: Type.Integer(),
    lists: Type.Array(JudgedList, {
      description: "Lists of netlens site --list NAME; one without findings is fine only for what it judged",
    }),
    notes: Type.Array(text, { description: "Effects of robots.txt on the check" }),
    unchecked,
  },
  { title: "SiteReport" },
);
export type SiteReport = Static<typeof SiteReport>;
