/** The same question has the same answer: a pure function of a text, asked again and again. Holds state. */

/** Remembers at most `most` answers; when there is no room for another, all are forgotten. */
export function remembered<T>(answer: (text: string) => T, most = 4096): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    if (answers.size >= most) answers.clear();
    const made = answer(text);
    answers.set(text, made);
    return made;
  };
}
