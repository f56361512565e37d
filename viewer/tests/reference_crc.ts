// CRC-32 bit by bit, straight from its definition: slow, and unlike the table that the page uses.

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes)
    for (let bit = 0; bit < 8; ++bit) {
      const carry = (crc ^ (byte >> bit)) & 1;
      crc = (crc >>> 1) ^ (carry ? 0xedb88320 : 0);
    }
  return (crc ^ 0xffffffff) >>> 0;
}
