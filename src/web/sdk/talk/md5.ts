const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
];
const START = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];

/** MD5 in hex, which Chatwoot's cookies have. It only tells whether two texts are alike. */
export function md5(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const blocks = new Uint8Array((((bytes.length + 8) >> 6) + 1) * 64);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 8, bytes.length * 8, true);

  let sum = START;
  for (let block = 0; block < blocks.length; block += 64) {
    const mixed = mix(sum, (index) => view.getUint32(block + index * 4, true));
    sum = sum.map((part, index) => (part + (mixed[index] ?? 0)) | 0);
  }
  sum.forEach((part, index) => view.setInt32(index * 4, part, true));
  return Array.from(blocks.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function mix(sum: number[], word: (index: number) => number): number[] {
  let [a = 0, b = 0, c = 0, d = 0] = sum;
  for (let i = 0; i < 64; i += 1) {
    const round = i >> 4;
    const [mixed = 0, index = 0] =
      [
        [(b & c) | (~b & d), i],
        [(d & b) | (~d & c), 5 * i + 1],
        [b ^ c ^ d, 3 * i + 5],
        [c ^ (b | ~d), 7 * i],
      ][round] ?? [];
    const added = (a + mixed + word(index % 16) + Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32)) | 0;
    const shift = SHIFTS[round]?.[i % 4] ?? 0;
    [a, d, c, b] = [d, c, b, (b + ((added << shift) | (added >>> (32 - shift)))) | 0];
  }
  return [a, b, c, d];
}
