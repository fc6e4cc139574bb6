import { permissionsPolicyFeatures } from "../../../data/headers/directives/permissions-policy.ts";
import { asPermissionsPolicy } from "../../syntax/feature-policy.ts";
import { field, item, problem, valueEmpty } from "../field.ts";
import { MOST_MEMBERS } from "../reading/list.ts";

interface Feature {
  readonly name: string;
  readonly allowed: readonly string[];
}

/** Feature-Policy, replaced by Permissions-Policy: features with their sources, separated by semicolons. */
export const featurePolicy = field("Feature-Policy", "policy", {
  repeat: "list",
  parse(value, report) {
    const features = value.split(/[;,]/, MOST_MEMBERS).flatMap((text): Feature[] => {
      const [name, ...allowed] = text.trim().split(/[ \t]+/);
      return name ? [{ name: name.toLowerCase(), allowed }] : [];
    });
    if (features.length > 0) return features;
    return void report(valueEmpty, "Feature-Policy lists no feature.");
  },
  partItem: ({ name, allowed }) =>
    item(name, allowed.join(" "), permissionsPolicyFeatures.get(name) ?? "Not a known feature."),
}).problems({
  eachLine: problem("feature-policy-replaced", "warning", "mdn/Permissions-Policy", {
    detect: () => true,
    title: (_found, _features, { has }) =>
      `Permissions-Policy has replaced Feature-Policy; ${has("permissions-policy") ? "remove it" : "its syntax is geolocation=(self)"}.`,
    send(_found, _features, { has }, { line }) {
      const policy = has("permissions-policy") ? undefined : asPermissionsPolicy(line.value);
      return policy && `Permissions-Policy: ${policy}`;
    },
    bad: ["Feature-Policy: geolocation 'self'"],
    good: ["Permissions-Policy: geolocation=(self)"],
  }),
});
