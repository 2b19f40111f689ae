/** A picture in memory: four bytes for each pixel, red, green, blue and opacity, row by row. */
export type Pixels = { width: number; height: number; data: Uint8Array };

/**
 * The picture turned upright by its `orientation` (EXIF, 1 to 8; 1 is upright); the same object when there is nothing
 * to turn.
 */
export function turnUpright(picture: Pixels, orientation: number): Pixels {
  const source = SOURCE[orientation];
  if (!source) return picture;
  const [width, height] = orientation >= 5 ? [picture.height, picture.width] : [picture.width, picture.height];
  const data = new Uint8Array(picture.data.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [column, row] = source(x, y, picture.width - 1, picture.height - 1);
      const from = (row * picture.width + column) * 4;
      data.set(picture.data.subarray(from, from + 4), (y * width + x) * 4);
    }
  }
  return { width, height, data };
}

/** The source of the pixel at x, y, for each orientation except the upright one. */
const SOURCE: Record<number, (x: number, y: number, right: number, bottom: number) => [column: number, row: number]> = {
  2: (x, y, right) => [right - x, y],
  3: (x, y, right, bottom) => [right - x, bottom - y],
  4: (x, y, _, bottom) => [x, bottom - y],
  5: (x, y) => [y, x],
  6: (x, y, _, bottom) => [y, bottom - x],
  7: (x, y, right, bottom) => [right - y, bottom - x],
  8: (x, y, right) => [right - y, x],
};
