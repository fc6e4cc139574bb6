/** Type of a value; `never` if it is `any` or `unknown`, so that reading an untyped field does not compile. */
type Known<T> = 0 extends 1 & T ? never : unknown extends T ? never : T;

/** Accepts only values for which the generated client has a type. */
export function read<T extends readonly unknown[]>(..._values: { [K in keyof T]: Known<T[K]> } & T): void {}

/** HAR 1.2 log of a page load, as browsers' developer tools save it. */
export const HAR = {
  log: {
    version: "1.2",
    creator: { name: "test", version: "1" },
    entries: [
      {
        startedDateTime: "2026-11-24T10:00:00Z",
        time: 1,
        request: {
          method: "GET",
          url: "https://a.example/",
          httpVersion: "HTTP/1.1",
          headers: [],
          cookies: [],
          queryString: [],
          headersSize: -1,
          bodySize: -1,
        },
        response: {
          status: 200,
          statusText: "OK",
          httpVersion: "HTTP/1.1",
          headers: [{ name: "Content-Type", value: "text/html" }],
          cookies: [],
          content: { size: 3, mimeType: "text/html", text: "<p>" },
          redirectURL: "",
          headersSize: -1,
          bodySize: 3,
        },
        cache: {},
        timings: { send: 0, wait: 1, receive: 0 },
      },
    ],
  },
};
