/** The items in pieces of at most `most`, in their order. */
export function inPieces<T>(items: readonly T[], most: number): T[][] {
  const pieces = [];
  for (let start = 0; start < items.length; start += most) pieces.push(items.slice(start, start + most));
  return pieces;
}
