const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Length and type before what is in a chunk, a checksum behind it. */
const AROUND_BYTES = 12;
/** Chunks that make the picture. Others hold colour profiles, texts or more pictures, packed a thousandfold. */
const ESSENTIAL = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];

export function isPng(file: Buffer): boolean {
  return file.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/**
 * The PNG file without what adds nothing to the picture.
 * @throws Error unless it has one header: a second one could announce another size than the one that was checked
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
