// From the text in the page to bytes that can be trusted.

/** Says what is wrong with the data of the page, in words for people. */
export class DataError extends Error {}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 (RFC 4648). `atob` would take a second copy of a text that can be 60 MB, and does not say where it failed. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(256).fill(255);
  for (let i = 0; i < 64; ++i) values[alphabet.charCodeAt(i)] = i;

  let length = text.length;
  while (length > 0 && text[length - 1] === '=') --length;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  let bits = 0;
  let count = 0;
  let written = 0;
  for (let i = 0; i < length; ++i) {
    const code = text.charCodeAt(i);
    const value = code < 256 ? values[code] : 255;
    if (value === 255) throw new DataError(`Character ${i + 1} of the data does not belong there: the file was changed.`);
    bits = ((bits << 6) | value) & 0xffffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes[written++] = bits >> count;
    }
  }
  return bytes;
}

/** CRC-32 as in zlib, PNG and Ethernet. */
export function crc32(bytes: Uint8Array): number {
  const table = new Uint32Array(256);
  for (let i = 0; i < 256; ++i) {
    let c = i;
    for (let bit = 0; bit < 8; ++bit) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
    table[i] = c;
  }
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; ++i) crc = table[(crc ^ bytes[i]) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Unpacks a zlib stream of which the length is known. */
export async function inflate(packed: Uint8Array<ArrayBuffer>, length: number): Promise<ArrayBuffer> {
  if (typeof DecompressionStream === 'undefined')
    throw new DataError('This browser cannot unpack the data: it needs DecompressionStream (any browser since 2023).');
  const bytes = new Uint8Array(length);
  let filled = 0;
  try {
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes.set(value, filled); // a RangeError when there is more than was said
      filled += value.length;
    }
  } catch {
    throw new DataError('The data cannot be unpacked.');
  }
  if (filled !== length) throw new DataError(`The data unpacks to ${filled} bytes instead of ${length}.`);
  return bytes.buffer;
}
