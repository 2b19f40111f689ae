const HEX = /^#([0-9a-f]{6})$/i;
const SHORT = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i;
const USUAL = '#1f93ff';

/** The style of a portal's own colour, with black or white for what is written on it: the one that is read better. */
export function brandStyle(color: string): string {
  const whole = color.replace(SHORT, '#$1$1$2$2$3$3');
  const brand = HEX.test(whole) ? whole : USUAL;
  return `:root{--brand:${brand};--on-brand:${luminance(brand) > MIDDLE ? '#000' : '#fff'}}`;
}

/** Above this luminance, black has more contrast than white (WCAG 2: 1.05 / (l + 0.05) = (l + 0.05) / 0.05). */
const MIDDLE = Math.sqrt(1.05 * 0.05) - 0.05;

/** The relative luminance of a colour (WCAG 2), from 0 to 1. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(parseInt(color.slice(at, at + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
