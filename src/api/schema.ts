/** Short forms of schemas: described text, numbers, flags, and words. */

import { Type } from "@sinclair/typebox";

export const text = (description: string) => Type.String({ description });
export const integer = (description: string) => Type.Integer({ description });

export const optionalText = (description: string) => Type.Optional(text(description));
export const optionalInteger = (description: string) => Type.Optional(integer(description));
export const optionalFlag = (description: string) => Type.Optional(Type.Boolean({ description }));

/** One of some words. OpenAPI and tools of assistants show it as an enumeration. */
export const oneOf = <const T extends string>(words: readonly T[], description?: string) =>
  Type.Union(
    words.map((word) => Type.Literal(word)),
    description === undefined ? {} : { description },
  );

export const optionalOneOf = <const T extends string>(words: readonly T[], description?: string) =>
  Type.Optional(oneOf(words, description));

/** Error of an invalid batch item. */
export const ItemError = Type.Object(
  { error: text("Error code"), message: Type.String() },
  { title: "ItemError" },
);
