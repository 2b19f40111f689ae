const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS = 5;

/** The bytes in base32 (RFC 4648), without padding; of a multiple of five bytes. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replaceAll(new RegExp(`.{${BITS}}`, 'g'), (five) => ALPHABET.charAt(Number.parseInt(five, 2)));
}
