/** Words of comparisons (as of 2026-11). Ours. */

/** Members that are not compared: they depend on the current time or repeat another member. */
export const LEFT_OUT: ReadonlySet<string> = new Set(
  "age bytes expires freshFor line policies refusals replacedBy".split(" "),
);

/** Fields that change with the content: with each deployment, or with each response of a dynamic page. */
export const OF_CONTENT: ReadonlySet<string> = new Set(
  "content-digest content-length content-md5 etag last-modified repr-digest".split(" "),
);
