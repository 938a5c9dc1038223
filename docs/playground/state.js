// What the page shows, as text behind the # of its address: a link to it shows the same. Pasted data go into it
// deflated, where they are short enough for an address.

const LONGEST = 60_000; // characters of data in an address: browsers and mail take no more

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Text deflated, in the letters of addresses; null if it is too long for one. */
export async function packed(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  if (bytes.length * 1.34 > LONGEST) return null;
  let raw = '';
  for (const byte of bytes) raw += String.fromCharCode(byte);
  return btoa(raw).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

export async function unpacked(text) {
  const raw = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = Uint8Array.from(raw, (c) => c.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}

/** The state in the address: texts by name. */
export const read = (hash) => Object.fromEntries(new URLSearchParams(hash.replace(/^#/, '')));

/** The address of a state; what has its default value is left out. */
export function written(state, defaults) {
  const kept = Object.entries(state).filter(([key, value]) => value !== '' && value !== defaults[key]);
  return '#' + new URLSearchParams(kept).toString();
}
