const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Bytes of a chunk besides its data: length, type and checksum. */
const AROUND_BYTES = 12;
/**
 * The chunks that make the picture. Others contain colour profiles, texts or further pictures, which may decompress to
 * a thousand times their size.
 */
const ESSENTIAL = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];

/** Whether the file begins as a PNG file does. */
export function isPng(file: Buffer): boolean {
  return file.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/**
 * The PNG file with only the chunks that make the picture.
 * @throws Error unless it has exactly one header: a second one could give another size than the checked one
 */
export function essentialPng(file: Buffer): Buffer {
  const chunks: Buffer[] = [SIGNATURE];
  let headers = 0;
  for (let at = SIGNATURE.length; at + AROUND_BYTES <= file.length;) {
    const end = at + AROUND_BYTES + file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'IHDR') headers += 1;
    if (ESSENTIAL.includes(type)) chunks.push(file.subarray(at, end));
    if (type === 'IEND') break;
    at = end;
  }
  if (headers !== 1) throw new Error(`a picture with ${headers} headers`);
  return Buffer.concat(chunks);
}
