/** As `JSON.stringify`, sooner for lists and plain objects without members: most attributes and labels are such. */
export function stringify(value: unknown): string {
  if (isEmpty(value)) return Array.isArray(value) ? '[]' : '{}';
  return JSON.stringify(value);
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length === 0;
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const name in value) if (Object.hasOwn(value, name)) return false;
  return true;
}
