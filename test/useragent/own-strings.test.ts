/** User agents that packages send by default, according to their source code. */

import { expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";

const OWN: readonly (readonly [agent: string, name: string, version: string])[] = [
  ["Needle/3.5.0 (Node.js v22.1.0; linux x64)", "Needle", "3.5.0"],
  ["minipass-fetch/5.0.2 (+https://github.com/isaacs/minipass-fetch)", "minipass-fetch", "5.0.2"],
  ["make-fetch-happen/15.0.6 (+https://npm.im/make-fetch-happen)", "make-fetch-happen", "15.0.6"],
  ["npm-registry-fetch@19.1.1/node@v22.1.0+x64 (linux)", "npm-registry-fetch", ""],
  ["octokit-core.js/7.0.8 Node.js/22", "Octokit", "7.0.8"],
  [
    "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) HappyDOM/21.0.4",
    "Happy DOM",
    "21.0.4",
  ],
  ["unknown/None; hf_hub/0.34.1; python/3.11.1; torch/2.7", "Hugging Face Hub", "0.34.1"],
  ["HTTP-Tiny/0.076", "HTTP::Tiny", "0.076"],
  ["conda/24.9.2 requests/2.32.3 CPython/3.12.7 Linux/6.8.0", "conda", "24.9.2"],
  ["PycURL/7.45.3 libcurl/8.11.1 OpenSSL/3.0.15", "PycURL", "7.45.3"],
  ["AzCopy/10.27.1 Azure-Storage/0.15 (go1.22.7; linux)", "AzCopy", "10.27.1"],
  ["curl/8.9.1-DEV isahc/1.7.2", "Isahc", "1.7.2"],
];

test.each(OWN)("%s", (agent, name, version) => {
  const { device, browser } = lookupUserAgent(agent);
  expect(device).toMatchObject({ type: "library" });
  expect(browser).toMatchObject({ name, version });
});

test("a library for feeds is a feed library, whatever page it names", () => {
  const agent = "feedparser/6.0.11 +https://github.com/kurtmckee/feedparser/";
  expect(lookupUserAgent(agent)).toMatchObject({ device: { type: "feed" }, bot: false });
});

test("HTMLProofer has a space in its string", () => {
  const { device } = lookupUserAgent(
    "Mozilla/5.0 (compatible; HTML Proofer/5.0.8; +https://github.com/gjtorikian/html-proofer)",
  );
  expect(device).toMatchObject({ type: "bot", name: "HTMLProofer" });
});

test.each([
  ["claude-cli/1.0.83 (external, cli)", "Claude Code", "1.0.83"],
  ["codex_cli_rs/0.21.0 (Ubuntu 24.04; x86_64) xterm-256color", "Codex CLI", "0.21.0"],
  ["GeminiCLI/0.1.5/gemini-2.5-pro (linux; x64)", "Gemini CLI", "0.1.5"],
  ["opencode/1.0.0 ai-sdk/provider-utils/3.0.0 runtime/bun/1.3", "opencode", "1.0.0"],
  ["openai-mcp/1.0.0 (ChatGPT)", "OpenAI MCP client", "1.0.0"],
])("a coding agent and a client of MCP is a library of an assistant: %s", (agent, name, version) => {
  expect(lookupUserAgent(agent)).toMatchObject({
    device: { type: "library" },
    browser: { name, version },
    bot: { name, category: "ai-assistant" },
  });
});
