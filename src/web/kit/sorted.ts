/** A sorted copy; `toSorted` is missing in Chrome before 110 and Safari before 16. */
export function sorted<T>(all: Iterable<T>, compare?: (a: T, b: T) => number): T[] {
  const copy = [...all];
  copy.sort(compare);
  return copy;
}
