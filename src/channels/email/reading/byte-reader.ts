/** Reads numbers and bytes one after the other, the lowest byte first. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Whether so many bytes are left. */
  has(count: number): boolean {
    return this.#at + count <= this.#bytes.length;
  }

  /** @throws RangeError beyond the end, as all that reads */
  u8(): number {
    return this.#view.getUint8(this.#move(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#move(2), true);
  }

  u32(): number {
    return this.#view.getUint32(this.#move(4), true);
  }

  take(count: number): Uint8Array {
    const from = this.#move(count);
    return this.#bytes.subarray(from, from + count);
  }

  skip(count: number): void {
    this.#move(count);
  }

  #move(count: number): number {
    if (!this.has(count)) throw new RangeError('it ends too early');
    const from = this.#at;
    this.#at += count;
    return from;
  }
}
