/** A property of a mail or a file, as MAPI has it: its number, and a number, text, bytes, or text in the code page. */
export type Property = [id: number, value: number | string | Uint8Array | { inCodePage: Uint8Array }];

/** A file in a `winmail.dat`. */
export type PackedFile = { title?: string; data?: Uint8Array; properties?: Property[] };

const u16 = (value: number) => Buffer.from([value & 0xff, (value >> 8) & 0xff]);
const u32 = (value: number) => Buffer.concat([u16(value & 0xffff), u16(value >>> 16)]);
const padded = (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

/** A `winmail.dat` as Outlook writes it; `body` is its text in the code page. */
export function tnefOf(
  message: { properties?: Property[]; body?: Uint8Array; codePage?: number },
  files: PackedFile[] = [],
): Buffer {
  const { properties = [], body, codePage = 1252 } = message;
  return Buffer.concat([
    u32(0x223e9f78),
    u16(1),
    attribute(1, 0x00069007, Buffer.concat([u32(codePage), u32(0)])),
    ...(body ? [attribute(1, 0x0002800c, body)] : []),
    attribute(1, 0x00069003, propertiesOf(properties)),
    ...files.flatMap(({ title, data, properties: own = [] }) => [
      attribute(2, 0x00069002, Buffer.alloc(14)),
      ...(data ? [attribute(2, 0x0006800f, data)] : []),
      ...(title === undefined ? [] : [attribute(2, 0x00018010, Buffer.from(`${title}\0`, 'latin1'))]),
      attribute(2, 0x00069005, propertiesOf(own)),
    ]),
  ]);
}

function attribute(level: number, id: number, data: Uint8Array): Buffer {
  const sum = data.reduce((sum, byte) => (sum + byte) & 0xffff, 0);
  return Buffer.concat([Buffer.from([level]), u32(id), u32(data.length), data, u16(sum)]);
}

/** With a named property and one of several numbers among them, which readers have to pass over. */
function propertiesOf(properties: Property[]): Buffer {
  const named = [u16(0x1f), u16(0x8001), Buffer.alloc(16), u32(1), u32(6), padded(utf16('ab\0')), ...text('unused')];
  const several = [u16(0x1003), u16(0x0e01), u32(2), u32(1), u32(2)];
  return Buffer.concat([u32(properties.length + 2), ...named, ...several, ...properties.flatMap(propertyOf)]);
}

function propertyOf([id, value]: Property): Buffer[] {
  if (typeof value === 'number') return [u16(0x03), u16(id), u32(value)];
  if (typeof value === 'string') return [u16(0x1f), u16(id), ...text(value)];
  if (value instanceof Uint8Array) return [u16(id === 0x3701 ? 0x0d : 0x102), u16(id), ...counted(value)];
  return [u16(0x1e), u16(id), ...counted(value.inCodePage)];
}

const utf16 = (value: string) => Buffer.from(value, 'utf16le');
const text = (value: string) => counted(utf16(`${value}\0`));
const counted = (bytes: Uint8Array) => [u32(1), u32(bytes.length), padded(bytes)];

/** RTF as `winmail.dat` has it, not compressed. */
export function plainRtf(rtf: string): Buffer {
  const bytes = Buffer.from(rtf, 'latin1');
  return Buffer.concat([u32(bytes.length + 12), u32(bytes.length), u32(0x414c454d), u32(0), bytes]);
}
