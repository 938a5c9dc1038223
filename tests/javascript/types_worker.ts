// The types of the package in a Worker, under `strict`.
import { startWorker } from "libwald/worker";
import { Metric } from "libwald";

const there = startWorker();
const sample = await new there.Sample();
await sample.feed([1, 0], [0.9, 0.1]);
const chosen = await sample.choose({ maxFp: 1 });
const tp: number = await chosen.tp;
const { k, mask } = await there.decide([0.2, 0.45], await new there.Metric("f1"));
const decided: [number, Uint8Array] = [k, mask];
const release: string = await there.version();
console.log(tp, decided, release);
await there.terminate();
// @ts-expect-error: a promise
const early: string = there.version();
// @ts-expect-error: no such function
await there.decides([0.2], "f1");
// @ts-expect-error: a number
await there.decide([0.2], 3);
console.log(early, Metric);
