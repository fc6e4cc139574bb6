/** Problems of a lookup's URL and extra requests. Pure. */

import { lookupProblem, rfc } from "./problem.ts";

export const credentialsInUrl = lookupProblem("credentials-in-url", "warning", rfc(9110, "4.2.4"), {
  title: ({ host, isSent }: { readonly host: string; readonly isSent: boolean }) =>
    `The URL carries a user name or password; they were ${isSent ? "sent to" : "not sent to"} ${host}.`,
});

export const checkFailed = lookupProblem("check-failed", "info", rfc(9110, "9"), {
  title: ({ name, why }: { readonly name: string; readonly why: string }) =>
    `The extra request for the ${name} check failed: ${why}`,
});

export const http3Fails = lookupProblem("http3-fails", "warning", rfc(9114, "3.1.1"), {
  title: ({ port, why }: { readonly port: string; readonly why: string }) =>
    `Alt-Svc advertises HTTP/3 on port ${port}, which does not answer: ${why}`,
});

export const http3Works = lookupProblem("http3-works", "info", rfc(9114, "3.1.1"), {
  title: ({ port, time, before, version }: Http3Times) =>
    `HTTP/3 works on port ${port} as Alt-Svc advertises: connection and first byte took ${time} ms (HTTP/${version}: ${before} ms).`,
});

/** Milliseconds to the first byte, by HTTP/3 and by the previous version. */
interface Http3Times {
  readonly port: string;
  readonly time: number;
  readonly before: number;
  readonly version: string;
}

export const lookupRows = [credentialsInUrl, checkFailed, http3Fails, http3Works];
