// The package in a Worker: every call is a promise, and the page stays free. The Worker holds the library and its objects;
// here are names of them. Messages: {id, object, path, args, create} there, {id, value | object | error} or {callback, args}
// back; {dropped} when an object is forgotten here.
const numberOf = new WeakMap(); // the number of an object in its Worker, by its stand-in here

// Arguments as a Worker can take them: stand-ins and functions by number, also as options.
function sendable(value, functions) {
  if (typeof value === "function" && !numberOf.has(value)) return { $function: functions.push(value) - 1 };
  if (numberOf.has(value)) return { $object: numberOf.get(value) };
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, sendable(own, functions)]));
}

/** The package in this Worker: {post, listen, end, hold} are its ways to send, to be heard, to stop and to stay alive. */
export function connect({ post, listen, end, hold = () => {} }) {
  const calls = new Map(); // by number: {done, failed, functions}
  let last = 0;
  let broken = null;
  const forgotten = new FinalizationRegistry((dropped) => broken ?? post({ dropped }));

  function fail(error) {
    broken = error;
    for (const { failed } of calls.values()) failed(error);
    calls.clear();
    hold(false);
  }
  function ask(message, args) {
    if (broken) return Promise.reject(broken);
    return new Promise((done, failed) => {
      const functions = [];
      const id = ++last;
      post({ ...message, id, args: args?.map((one) => sendable(one, functions)) });
      calls.set(id, { done, failed, functions });
      hold(true);
    });
  }
  // A name that can be called, constructed, awaited, or followed to a name in it. An object itself is no promise.
  function standIn(object, path) {
    const made = new Proxy(function () {}, {
      get(_, key) {
        if (typeof key === "symbol") return undefined;
        if (key !== "then") return object === 0 && path.length === 0 && key === "terminate" ? stop : standIn(object, [...path, key]);
        return path.length === 0 ? undefined : (...on) => ask({ object, path }).then(...on);
      },
      apply: (_, __, args) => ask({ object, path }, args),
      construct: (_, args) => ask({ object, path, create: true }, args),
    });
    if (path.length === 0 && object !== 0) {
      numberOf.set(made, object);
      forgotten.register(made, object);
    }
    return made;
  }
  function stop() {
    fail(new Error("the Worker of libwald was terminated"));
    return end();
  }
  listen(({ id, value, object, error, callback, args }) => {
    const call = calls.get(id);
    if (!call) return;
    if (callback !== undefined) return void call.functions[callback](...args);
    calls.delete(id);
    if (calls.size === 0) hold(false);
    if (error) call.failed(Object.assign(new Error(error.message), error));
    else call.done(object === undefined ? value : standIn(object, []));
  }, fail);
  return standIn(0, []);
}

/** Starts a Worker with the package in it. */
export function startWorker(worker = new Worker(new URL("./thread.mjs", import.meta.url), { type: "module" })) {
  return connect({
    post: (message) => worker.postMessage(message),
    listen(hear, fail) {
      worker.addEventListener("message", ({ data }) => hear(data));
      worker.addEventListener("error", (event) => fail(new Error(event.message ?? "the Worker of libwald did not start")));
    },
    end: () => worker.terminate(),
  });
}
