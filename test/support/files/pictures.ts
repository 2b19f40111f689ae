const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));

/** The smallest picture of each kind that avatars may have, by its MIME type. */
export const PICTURES = {
  'image/png': fromBase64(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
  'image/gif': fromBase64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  'image/webp': fromBase64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'),
  'image/jpeg': fromBase64(
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  ),
} as const;

/** A form with one file under `name`, and `fields`. */
export function formWith(name: string, bytes: Uint8Array, fields: Record<string, string> = {}, filename = 'me.png') {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set(name, new Blob([bytes as Uint8Array<ArrayBuffer>]), filename);
  return form;
}
