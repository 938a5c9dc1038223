// What runs in the Worker: calls the package as worker.mjs asks, and keeps the objects that its answers name.
import wald, { ready } from "./wald.mjs";

const isKept = (value) => typeof value?.free === "function";

// What a message can hold: of an answer that is a class its properties, also those that are computed.
function plain(value) {
  const kind = value === null || typeof value !== "object" ? null : Object.getPrototypeOf(value);
  if (kind === null || kind === Object.prototype || Array.isArray(value) || ArrayBuffer.isView(value)) return value;
  const computed = Object.entries(Object.getOwnPropertyDescriptors(kind)).filter(([, { get }]) => get);
  return { ...value, ...Object.fromEntries(computed.map(([name]) => [name, value[name]])) };
}

export function serve(port) {
  const objects = new Map([[0, wald]]);
  let last = 0;
  async function answer({ id, object, path, args, create, dropped }) {
    if (dropped !== undefined) {
      objects.get(dropped)?.free();
      objects.delete(dropped);
      return;
    }
    const given = (value) => {
      if (value?.$object !== undefined) return objects.get(value.$object);
      if (value?.$function !== undefined)
        return (...told) => void port.postMessage({ id, callback: value.$function, args: told });
      if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
      return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, given(own)]));
    };
    try {
      await ready;
      let [owner, found] = [undefined, objects.get(object)];
      for (const name of path) [owner, found] = [found, found[name]];
      if (args) {
        if (typeof found !== "function") throw new TypeError(`${path.join(".")} is not a function of libwald`);
        found = create ? new found(...args.map(given)) : await Reflect.apply(found, owner, args.map(given));
      }
      if (found === owner && isKept(found)) found = undefined; // feed() and its like return their object
      if (!isKept(found)) return port.postMessage({ id, value: plain(found) });
      objects.set(++last, found);
      port.postMessage({ id, object: last });
    } catch ({ name, message, code, status }) {
      port.postMessage({ id, error: { name, message, code, status } });
    }
  }
  port.addEventListener("message", ({ data }) => answer(data));
}

if (typeof WorkerGlobalScope === "function" && globalThis instanceof WorkerGlobalScope) serve(globalThis);
