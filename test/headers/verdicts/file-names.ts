/** Values of Content-Disposition, one character per byte, and the name of the download in Chromium and in Firefox. */

/** Name in the URL of the response. */
export const NAME_IN_URL = "report";

export const FILE_NAMES: readonly (readonly [value: string, chromium: string, firefox: string])[] = [
  ["attachment; filename*=UTF-16LE''%4B%6D%D5%8B; filename=b.txt", "测试", "测试"],
  ["attachment; filename*=UTF-16''a%00b%00; filename=b.txt", "ab", NAME_IN_URL],
  ["attachment; filename*=UTF-8''%EF%BB%BFa.txt; filename=b.txt", "_a.txt", "a.txt"],
  ["attachment; filename*=UTF-8''caf\xc3\xa9.txt; filename=b.txt", "b.txt", "café.txt"],
  ["attachment; filename*=ISO-8859-1''raw\xe9.txt; filename=b.txt", "b.txt", "rawé.txt"],
  ["attachment; filename*=UTF-8''caf%E9.txt; filename=b.txt", "b.txt", "b.txt"],
  ["attachment; filename*=unknown''caf%C3%A9.txt; filename=b.txt", "b.txt", "café.txt"],
  ["attachment; filename*=UTF-8''a%2541.txt; filename=b.txt", "a%41.txt", "aA.txt"],
  ["attachment; filename*0*=UTF-8''caf%C3; filename*1*=%A9.txt", NAME_IN_URL, "café.txt"],
  ['attachment; filename="caf\xe9.txt"', NAME_IN_URL, "café.txt"],
  ['attachment; filename="=?UTF-8?Q?caf=C3=A9.txt?="', "café.txt", "café.txt"],
  ['attachment; filename="=?UTF-8?Q?caf=C3=A9?=.txt"', NAME_IN_URL, "café.txt"],
  ['attachment; filename="100%.txt"', "100%.txt", "100_.txt"],
  ['attachment; filename="a%00b.txt"', "a_b.txt", "a_00b.txt"],
];
