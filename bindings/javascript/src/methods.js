// Written by bindings/generate from the rows of the core: do not edit.
// What follows from the declarations of the C interface: by noun what its class can do, and its objects.

const OF_CLASSES = {
};

const OF_OBJECTS = {};

export function defineMethods(Class, noun) {
  Object.assign(Class, OF_CLASSES[noun]);
  Object.assign(Class.prototype, OF_OBJECTS[noun]);
}
