import { field, invalidValue, item, problem } from "../field.ts";
import { readTokens } from "../reading/list.ts";

const invalid = invalidValue("Proxy-Connection", "keep alive", "keep-alive", "rfc9112#appendix-C.2.2");

/** Proxy-Connection: never standardised; old browsers sent it to proxies. */
export const proxyConnection = field(invalid, "list", {
  parse: (value, report) => readTokens(invalid, value, "connection option", report),
  partItem: (option) => item(option, "", "A request of old browsers to proxies; it has no effect."),
}).problems({
  eachLine: problem("proxy-connection", "warning", "rfc9110#section-7.6.1", {
    detect: () => true,
    bad: ["Proxy-Connection: keep-alive"],
    good: ["Connection: keep-alive"],
  }),
});
