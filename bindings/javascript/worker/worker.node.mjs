// The package in a thread of Node, which does not keep the process alive unless a call is under way.
import { Worker } from "node:worker_threads";
import { connect } from "./worker.mjs";

export { connect };
export function startWorker(worker = new Worker(new URL("./thread.node.mjs", import.meta.url))) {
  worker.unref();
  return connect({
    post: (message) => worker.postMessage(message),
    listen: (hear, fail) => worker.on("message", hear).on("error", fail),
    end: () => worker.terminate(),
    hold: (busy) => (busy ? worker.ref() : worker.unref()),
  });
}
