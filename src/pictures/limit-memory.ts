const MAGIC_AND_VERSION_BYTES = 8;
const MEMORY_SECTION = 5;
/** The flags of a memory with a maximum that is neither shared nor 64-bit. */
const HAS_MAXIMUM = 1;
const PAGE_BYTES = 65_536;

/**
 * The WebAssembly module with its memory limited to `maxBytes`, rounded down to pages of 64 KiB. When it cannot get
 * more memory, the module usually aborts.
 * @throws Error unless the module defines exactly one memory
 */
export function limitMemory(module: Uint8Array, maxBytes: number): Uint8Array<ArrayBuffer> {
  for (let at = MAGIC_AND_VERSION_BYTES; at < module.length;) {
    const size = readNumber(module, at + 1);
    const end = size.end + size.value;
    if (module[at] === MEMORY_SECTION) {
      const section = limited(module.subarray(size.end, end), maxBytes);
      return joined(
        module.subarray(0, at),
        [MEMORY_SECTION, ...numberOf(section.length), ...section],
        module.subarray(end),
      );
    }
    at = end;
  }
  throw new Error('the module has no memory of its own');
}

/** The content of the memory section with the maximum: the number of memories, and the limits of each in pages. */
function limited(section: Uint8Array, maxBytes: number): number[] {
  const [count, flags = Infinity] = section;
  if (count !== 1 || flags > HAS_MAXIMUM) throw new Error('the module has another memory than expected');
  const minimum = readNumber(section, 2).value;
  return [1, HAS_MAXIMUM, ...numberOf(minimum), ...numberOf(Math.floor(maxBytes / PAGE_BYTES))];
}

function joined(before: Uint8Array, middle: number[], after: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(before.length + middle.length + after.length);
  all.set(before);
  all.set(middle, before.length);
  all.set(after, before.length + middle.length);
  return all;
}

/** The LEB128 number at `at`: seven bits in each byte, lowest first, and a bit that says whether more bytes follow. */
function readNumber(bytes: Uint8Array, at: number): { value: number; end: number } {
  let value = 0;
  let end = at;
  for (let weight = 1; ; weight *= 128) {
    const byte = bytes[end] ?? 0;
    end += 1;
    value += (byte % 128) * weight;
    if (byte < 128) return { value, end };
  }
}

function numberOf(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...numberOf(Math.floor(value / 128))];
}
