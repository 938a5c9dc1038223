// What a decision for 1000 labels takes in Node, beside decide.cpp:
//
//   node decide.mjs PACKAGE METRIC ROUNDS
//
// PACKAGE is the folder that packaging/wasm.sh makes.
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [folder, name, rounds] = process.argv.slice(2);
const wald = createRequire(import.meta.url)(resolve(folder, "wald.js"));
const uniform = (_, i) => Number(((BigInt(i) + 1n) * 2654435761n) % 4294967296n) / 2 ** 32;
const p = Float64Array.from({ length: 1000 }, uniform);
const [metric, estimator] = [new wald.Metric(name), wald.Estimator.independent(p)];
let least = Infinity;
let decision;
for (let repeated = 0; repeated < 9; ++repeated) {
  const began = process.cpuUsage();
  for (let i = 0; i < Number(rounds); ++i) decision = wald.decide(estimator, metric);
  const { user, system } = process.cpuUsage(began);
  least = Math.min(least, (user + system) / Number(rounds));
}
console.log(`${least.toFixed(1)} us, ${decision.expected}`);
