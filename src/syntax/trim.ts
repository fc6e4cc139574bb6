/** Trims text in linear time; a regular expression such as `/[;\s]+$/` takes quadratic time. */

/** The text without outer characters of a class, such as `/[;\s]/`. */
export function trimOf(text: string, outer: RegExp): string {
  let start = 0;
  while (start < text.length && outer.test(text.charAt(start))) start++;
  return trimEndOf(text.slice(start), outer);
}

export function trimEndOf(text: string, last: RegExp): string {
  let end = text.length;
  while (end > 0 && last.test(text.charAt(end - 1))) end--;
  return end === text.length ? text : text.slice(0, end);
}
