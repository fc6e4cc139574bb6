import { permissionsPolicyFeatures } from "../../../data/headers/directives/permissions-policy.ts";
import { field, item } from "../field.ts";
import { MOST_MEMBERS } from "../reading/list.ts";
import { mdn } from "../specs.ts";
import { asPermissionsPolicy } from "../syntax/feature-policy.ts";

interface Feature {
  readonly name: string;
  readonly allowed: readonly string[];
}

/** Feature-Policy, the forerunner of Permissions-Policy: features set apart by semicolons, each with its sources. */
export const featurePolicy = field({
  name: "Feature-Policy",
  type: "policy",
  repeat: "list",
  kinds: {
    "feature-policy-replaced": {
      severity: "warning",
      link: mdn("Permissions-Policy"),
      summary: "Feature-Policy has been replaced by Permissions-Policy; browsers drop it.",
      bad: ["Feature-Policy: geolocation 'self'"],
      good: ["Permissions-Policy: geolocation=(self)"],
    },
  },
  parse(value, note) {
    const features = value.split(/[;,]/, MOST_MEMBERS).flatMap((text): Feature[] => {
      const [name, ...allowed] = text.trim().split(/[ \t]+/);
      return name ? [{ name: name.toLowerCase(), allowed }] : [];
    });
    if (features.length > 0) return features;
    note("value-empty", "Feature-Policy names no feature.");
    return undefined;
  },
  items: (features) =>
    features.map(({ name, allowed }) =>
      item(name, allowed.join(" "), permissionsPolicyFeatures.get(name) ?? "No feature that is known."),
    ),
  check(_features, context, note, { line }) {
    const isThere = context.has("permissions-policy");
    const rest = isThere ? "which is also sent" : "which has another syntax: geolocation=(self)";
    const permissions = isThere ? undefined : asPermissionsPolicy(line.value);
    note(
      "feature-policy-replaced",
      `Feature-Policy has been replaced by Permissions-Policy, ${rest}.`,
      undefined,
      permissions && `Permissions-Policy: ${permissions}`,
    );
  },
});
