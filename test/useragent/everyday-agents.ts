import { readFileSync } from "node:fs";
import { join } from "node:path";

const MODELS = join(import.meta.dir, "../../data/agents/models.txt");

const desktops = [
  "Windows NT 10.0; Win64; x64",
  "Windows NT 6.1; WOW64",
  "Macintosh; Intel Mac OS X 10_15_7",
  "X11; Linux x86_64",
  "X11; Ubuntu; Linux x86_64",
  "X11; CrOS x86_64 14541.0.0",
];
const versions = ["90.0.4430.93", "109.0.0.0", "124.0.0.0", "131.0.0.0"];
const tails = [
  "",
  " Edg/124.0.2478.51",
  " OPR/109.0.0.0",
  " Vivaldi/6.7.3329.17",
  " YaBrowser/24.4.1.899 Yowser/2.5",
  " Whale/3.26.244.21",
];
const iphones = [
  "iPhone; CPU iPhone OS 17_4_1 like Mac OS X",
  "iPad; CPU OS 16_6 like Mac OS X",
  "iPhone; CPU iPhone OS 12_5_7 like Mac OS X",
];

/** Every tenth model of the table. */
function models(): string[] {
  const lines = readFileSync(MODELS, "utf8").split("\n");
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .filter((_, index) => index % 10 === 0)
    .map((line) => (line.split("\t")[0] ?? "").replace(/[;()]/g, " "));
}

/**
 * User agents of browsers: common ones on desktops, and one for each of thousands of phone and tablet models.
 */
export function everydayAgents(): string[] {
  const agents: string[] = [];
  for (const system of desktops) {
    for (const version of versions) {
      const chrome = `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`;
      for (const tail of tails) agents.push(chrome + tail);
    }
    agents.push(`Mozilla/5.0 (${system}; rv:125.0) Gecko/20100101 Firefox/125.0`);
  }
  for (const phone of iphones) {
    agents.push(
      `Mozilla/5.0 (${phone}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Mobile/15E148 Safari/604.1`,
    );
    agents.push(
      `Mozilla/5.0 (${phone}) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/124.0.6367.88 Mobile/15E148 Safari/604.1`,
    );
  }
  for (const [index, model] of models().entries()) {
    const build = index % 2 === 0 ? "" : ` Build/TP1A.220624.014`;
    agents.push(
      `Mozilla/5.0 (Linux; Android ${5 + (index % 10)}; ${model}${build}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${versions[index % 4]} Mobile Safari/537.36`,
    );
  }
  return agents;
}
