import { describe, expect, test } from "bun:test";
import { readClientHints } from "../../src/useragent/client-hints.ts";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";

const WINDOWS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36";
const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36";

const look = (agent: string, fields: Record<string, unknown>) =>
  lookupUserAgent(agent, readClientHints(fields));

describe("parsing", () => {
  test("GREASE is ignored with any punctuation", () => {
    const hints = readClientHints({
      "Sec-CH-UA":
        '" Not A;Brand";v="99", "Not/A)Brand";v="24", "(Not(A:Brand";v="8", "Google Chrome";v="124"',
    });
    expect(hints?.brands).toEqual([{ brand: "Google Chrome", version: "124" }]);
  });

  test("a malformed header is ignored completely", () => {
    expect(readClientHints({ "Sec-CH-UA": '"Google Chrome";v="124", nonsense(' })).toBeUndefined();
    expect(readClientHints({ "Sec-CH-UA-Mobile": "yes" })).toBeUndefined();
  });

  test("the JavaScript object and CGI variables are equal to the headers", () => {
    const brands = [
      { brand: "Not:A-Brand", version: "8" },
      { brand: "Google Chrome", version: "124.0.6367.91" },
    ];
    const script = readClientHints({
      fullVersionList: brands,
      platform: "Android",
      model: "Pixel 8",
      mobile: true,
    });
    const cgi = readClientHints({
      HTTP_SEC_CH_UA_FULL_VERSION_LIST: '"Google Chrome";v="124.0.6367.91"',
      HTTP_SEC_CH_UA_PLATFORM: '"Android"',
      HTTP_SEC_CH_UA_MODEL: '"Pixel 8"',
      HTTP_SEC_CH_UA_MOBILE: "?1",
    });
    expect(script).toEqual(cgi);
  });
});

describe("limits and odd values", () => {
  const read = (name: string, value: unknown) => readClientHints({ [name]: value });
  const brand = (length: number) => `"${"x".repeat(length - 2)}"`;

  test("a list of brands has at most 1024 characters, a text 128, a list of form factors 256", () => {
    expect(read("Sec-CH-UA", brand(1024))?.brands).toHaveLength(1);
    expect(read("Sec-CH-UA", brand(1025))).toBeUndefined();
    expect(read("Sec-CH-UA-Model", brand(128))?.model).toHaveLength(126);
    expect(read("Sec-CH-UA-Model", brand(200))?.model).toHaveLength(127);
    expect(read("Sec-CH-UA-Form-Factors", "x".repeat(256))?.formFactors).toEqual(["x".repeat(256)]);
    expect(read("Sec-CH-UA-Form-Factors", "x".repeat(300))?.formFactors).toEqual(["x".repeat(256)]);
  });

  test.each([
    ["Sec-CH-UA-Mobile", "?1", { mobile: true }],
    ["Sec-CH-UA-Mobile", "1", { mobile: true }],
    ["Sec-CH-UA-Mobile", "?0", { mobile: false }],
    ["Sec-CH-UA-Mobile", "0", { mobile: false }],
    ["mobile", false, { mobile: false }],
    ["Sec-CH-UA-Model", "Pixel 8", { model: "Pixel 8" }],
    ["Sec-CH-UA-Model", '"Pixel 8', { model: "Pixel 8" }],
    ["Sec-CH-UA-Model", ' "Pixel 8" ', { model: "Pixel 8" }],
    ["Sec-CH-UA-Platform", "12", { platform: "12" }],
    ["Sec-CH-UA-Full-Version", '"1.2"', { fullVersion: "1.2" }],
    ["Sec-CH-UA-Platform-Version", '"1.2"', { platformVersion: "1.2" }],
    ["Sec-CH-UA-Form-Factors", ' "Mobile" ,, "XR"', { formFactors: ["mobile", "xr"] }],
    ["formFactors", ["Mobile", 5, "XR"], { formFactors: ["mobile", "xr"] }],
    [
      "brands",
      [{ brand: "A" }, { version: "1" }, { brand: 5 }, null, "x"],
      { brands: [{ brand: "A", version: "" }] },
    ],
    ["brands", [{ brand: "A", version: 5 }], { brands: [{ brand: "A", version: "" }] }],
    [
      "Sec-CH-UA",
      '"A";v="1", B;v="2", ("C"), "D";v=4, ""',
      {
        brands: [
          { brand: "A", version: "1" },
          { brand: "D", version: "" },
        ],
      },
    ],
    ["X-Requested-With", "a.b", { app: "a.b" }],
    ["X-Requested-With", `a.${"b".repeat(98)}`, { app: `a.${"b".repeat(98)}` }],
  ])("%s: %j", (name, value, wanted) => {
    const none = {
      brands: [],
      fullVersion: "",
      platform: "",
      platformVersion: "",
      model: "",
      formFactors: [],
      app: "",
      architecture: "",
      bitness: "",
    };
    expect(read(name, value)).toEqual({ ...none, mobile: undefined, ...wanted });
  });

  test.each([
    ["Sec-CH-UA-Model", 5],
    ["Sec-CH-UA-Form-Factors", 5],
    ["Sec-CH-UA", 5],
    ["Sec-CH-UA", '"GREASE";v="1"'],
    ["mobile", "yes"],
    ["X-Requested-With", "ab"],
    ["X-Requested-With", "a-b.c"],
    ["X-Requested-With", `a.${"b".repeat(99)}`],
    ["X-Requested-With", "XMLHttpRequest"],
    ["Accept", "x"],
  ])("%s: %j is ignored", (name, value) => {
    expect(read(name, value)).toBeUndefined();
  });

  test("the full list has precedence, also with one brand", () => {
    const hints = readClientHints({
      "Sec-CH-UA": '"A";v="1", "B";v="2"',
      "Sec-CH-UA-Full-Version-List": '"A";v="1.2.3"',
    });
    expect(hints?.brands).toEqual([{ brand: "A", version: "1.2.3" }]);
  });
});

describe("refined results", () => {
  const windows: readonly (readonly [string, string])[] = [
    ["15.0.0", "11"],
    ["13.0.0", "11"],
    ["10.0.0", "10"],
    ["0.3.0", "8.1"],
    ["0.1.0", "7"],
  ];
  for (const [hint, version] of windows) {
    test(`Windows ${version} from platform version ${hint}`, () => {
      const { os } = look(WINDOWS, {
        "Sec-CH-UA-Platform": '"Windows"',
        "Sec-CH-UA-Platform-Version": `"${hint}"`,
      });
      expect(os).toMatchObject({ name: "Windows", version });
    });
  }

  test("the real version of macOS", () => {
    const { os } = look(MAC, { "Sec-CH-UA-Platform": '"macOS"', "Sec-CH-UA-Platform-Version": '"14.4.1"' });
    expect(os).toMatchObject({ name: "macOS", version: "14.4.1" });
  });

  test("model, version and full version of a reduced Android string", () => {
    const result = look(ANDROID, {
      "Sec-CH-UA": '"Chromium";v="124", "Google Chrome";v="124"',
      "Sec-CH-UA-Full-Version-List": '"Chromium";v="124.0.6367.113", "Google Chrome";v="124.0.6367.113"',
      "Sec-CH-UA-Platform": '"Android"',
      "Sec-CH-UA-Platform-Version": '"14.0.0"',
      "Sec-CH-UA-Model": '"SM-G973F"',
      "Sec-CH-UA-Mobile": "?1",
    });
    expect(result.agent).toBe(ANDROID);
    expect(result.device).toMatchObject({
      vendor: "Samsung",
      name: "Galaxy S10",
      type: "unknown",
      formFactor: "mobile",
    });
    expect(result.os).toMatchObject({ name: "Android", version: "14.0.0" });
    expect(result.browser).toMatchObject({ name: "Chrome", version: "124.0.6367.113" });
    expect(result.engine).toEqual({ name: "Blink", version: "124.0.6367.113" });
  });

  // Hints that Chrome always sends: brands, platform and mobile, without the full version.
  test.each([
    ["Android", ANDROID],
    ["Windows", WINDOWS],
    ["macOS", MAC],
  ])("a frozen version of %s stays frozen without the version hint", (platform, agent) => {
    const frozen = lookupUserAgent(agent).os;
    expect(frozen).toMatchObject({ frozen: true });
    expect(look(agent, { "Sec-CH-UA-Platform": `"${platform}"` }).os).toEqual(frozen);
  });

  test("a model without its platform, in an Android string", () => {
    const { device, os } = look(ANDROID, { "Sec-CH-UA-Model": '"Pixel 8"' });
    expect(device).toMatchObject({ vendor: "Google", name: "Pixel 8", formFactor: "mobile" });
    expect(os).toMatchObject({ name: "Android", frozen: true });
  });

  test("without a model hint the model in the string is used", () => {
    const { device, os } = look(
      "Mozilla/5.0 (Linux; U; Android 8.1.0; zh-cn; MI 8 Build/OPM1.171019.011) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/57.0.2987.108 Mobile Safari/537.36",
      { "Sec-CH-UA-Platform": '"Android"', "Sec-CH-UA-Platform-Version": '"10.0.0"' },
    );
    expect(device).toMatchObject({ vendor: "Xiaomi", name: "MI 8" });
    expect(os).toMatchObject({ name: "Android", version: "10.0.0" });
  });

  test("a brand that the string hides", () => {
    const { browser } = look(WINDOWS, {
      "Sec-CH-UA": '"Chromium";v="124", "Brave";v="124", "Not-A.Brand";v="99"',
    });
    expect(browser).toMatchObject({ name: "Brave" });
  });

  test("form factors", () => {
    const { device } = look(ANDROID, { "Sec-CH-UA-Form-Factors": '"Automotive"' });
    expect(device).toMatchObject({ formFactor: "car" });
  });

  test("the app around a web view", () => {
    const agent =
      "Mozilla/5.0 (Linux; Android 11; Pixel 4a Build/RQ3A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.0.0 Mobile Safari/537.36";
    const facebook = look(agent, { "X-Requested-With": "com.facebook.katana" });
    expect(facebook).toMatchObject({ device: { type: "app" }, browser: { name: "Facebook" } });
    const kiwi = look(agent, { "X-Requested-With": "com.kiwibrowser.browser" });
    expect(kiwi).toMatchObject({ device: { type: "unknown" }, browser: { name: "Kiwi" } });
    expect(look(agent, { "X-Requested-With": "XMLHttpRequest" })).toEqual(lookupUserAgent(agent));
  });

  test.each([
    [`${WINDOWS} OPR/110.0.0.0`, "Opera GX", "110", "Opera GX"],
    [`${WINDOWS} OPR/110.0.0.0`, "Opera", "110", "Opera"],
    [`${ANDROID} OPR/82.0.0.0`, "OperaMobile", "82", "Opera"],
    [`${WINDOWS} Edg/124.0.0.0`, "Microsoft Edge WebView2", "124", "Edge WebView2"],
    [WINDOWS, "Yandex", "24", "Yandex Browser"],
  ])("the more specific of two names: %s by %s", (agent, brand, version, name) => {
    const fields = { "Sec-CH-UA": `"${brand}";v="${version}", "Chromium";v="124"` };
    const { browser } = look(agent, fields);
    expect(browser && `${browser.name} ${Number.parseInt(browser.version, 10)}`).toBe(`${name} ${version}`);
  });

  test("Chrome's own package does not change its version", () => {
    expect(look(ANDROID, { "X-Requested-With": "com.android.chrome" }).browser).toMatchObject({
      name: "Chrome",
      version: "124.0.0.0",
    });
  });

  test.each([
    ["com.cavebrowser", "Cave Browser", "unknown"],
    ["org.mini.freebrowser", "CM Mini", "unknown"],
    ["com.security.xvpn.z35kb.huawei", "X-VPN", "app"],
    ["com.fsecure.ms.sfr", "SFR Sécurité", "app"],
    ["com.chrome.canary", "Chrome", "unknown"],
    ["com.kwai.bulldog", "SnackVideo", "app"],
    ["jp.co.yahoo.android.yauction", "Yahoo! Auctions Japan", "app"],
    ["io.homeassistant.companion.android.minimal", "Home Assistant", "app"],
    // Other packages of a maker or project are not its browser.
    ["com.hihonor.health", "com.hihonor.health", "app"],
    ["com.hihonor.baidu.browser", "HONOR Browser", "unknown"],
    ["org.mozilla.firefox.vpn", "Mozilla VPN", "app"],
    ["org.mozilla.thunderbird_beta", "Thunderbird", "app"],
  ])("the package %s is %s", (id, name, type) => {
    const { browser, device } = look(ANDROID.replace("; K)", "; K; wv)"), { "X-Requested-With": id });
    expect(browser && (browser.inApp ?? browser.name)).toBe(name);
    expect(device).toMatchObject({ type });
  });
});

describe("all matching form factors are sent, in any order", () => {
  test.each([
    ['"Mobile", "Watch"', "wearable"],
    ['"Watch", "Mobile"', "wearable"],
    ['"Mobile", "XR"', "xr"],
    ['"Tablet", "Automotive"', "car"],
    ['"EInk", "Mobile"', "mobile"],
    ['"EInk"', "tablet"],
    ['"Seldom"', "mobile"],
  ])("%s", (value, formFactor) => {
    expect(look(ANDROID, { "Sec-CH-UA-Form-Factors": value }).device).toMatchObject({ formFactor });
  });

  test("a computer that is also a tablet is a desktop", () => {
    const { device } = look(WINDOWS, { "Sec-CH-UA-Form-Factors": '"Desktop", "Tablet"' });
    expect(device).toMatchObject({ type: "desktop", formFactor: "desktop" });
  });
});

describe("systems by hints", () => {
  const CHROMEOS =
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36";
  const LINUX =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36";

  test("ChromeOS has the version of the hint, not the frozen one", () => {
    const platform = { "Sec-CH-UA-Platform": '"Chrome OS"' };
    expect(look(CHROMEOS, { ...platform, "Sec-CH-UA-Platform-Version": '"16328.55.0"' }).os).toMatchObject({
      name: "ChromeOS",
      version: "16328.55.0",
    });
    expect(look(CHROMEOS, platform).os).toMatchObject({ version: "14541.0.0", frozen: true });
  });

  test.each([
    ["FreeBSD", LINUX, { name: "FreeBSD", version: "" }],
    ["HarmonyOS", ANDROID, { name: "HarmonyOS", version: "" }],
    ["Unknown", LINUX, { name: "Linux", version: "" }],
  ])("%s", (platform, agent, os) => {
    expect(look(agent, { "Sec-CH-UA-Platform": `"${platform}"` }).os).toMatchObject(os);
  });

  test.each([
    ["12.9.9", "10"],
    ["13.0.0", "11"],
    ["1.0.0", "10"],
    ["0.3.0", "8.1"],
    ["0.1.0", "7"],
  ])("Windows with interface %s is %s", (version, windows) => {
    const hints = { "Sec-CH-UA-Platform": '"Windows"', "Sec-CH-UA-Platform-Version": `"${version}"` };
    expect(look(WINDOWS, hints).os).toMatchObject({ name: "Windows", version: windows });
  });
});

describe("hints with an empty string", () => {
  const ANDROID_HINTS = { "Sec-CH-UA-Platform": '"Android"', "Sec-CH-UA-Mobile": "?1" };

  test("a model is a device", () => {
    expect(look("", { ...ANDROID_HINTS, "Sec-CH-UA-Model": '"Pixel 9"' }).device).toMatchObject({
      vendor: "Google",
      name: "Pixel 9",
      type: "unknown",
      formFactor: "mobile",
    });
  });

  test("a mobile one is a phone, others have no device", () => {
    expect(look("", ANDROID_HINTS).device).toMatchObject({ type: "unknown", formFactor: "mobile" });
    expect(look("", { "Sec-CH-UA-Platform": '"Android"' }).device).toBe(false);
  });
});

test.each([
  ["Amazon Silk", "Silk"],
  ["Meta Quest Browser", "Oculus Browser"],
  ["Miui Browser", "MIUI Browser"],
  ["Huawei Browser", "Huawei Browser"],
  ["Google Chrome", "Chrome"],
  ["Seldom Browser", "Seldom Browser"],
])("the brand %s is %s", (brand, name) => {
  expect(look(WINDOWS, { "Sec-CH-UA": `"Chromium";v="124", "${brand}";v="124"` }).browser).toMatchObject({
    name,
  });
});

test("a headless browser is a bot with any of its brands", () => {
  expect(look(WINDOWS, { "Sec-CH-UA": '"Chromium";v="124", "HeadlessEdge";v="124"' }).bot).toBeTruthy();
});
