/** A line of Prometheus's text format: metric, labels and value. */
export type Sample = { name: string; labels: Record<string, string>; value: number };

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** The samples in a text of Prometheus's format; lines that are none are left out. */
export function parseMetrics(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) return [];
    return [{ name, labels: labelsIn(labels), value: Number(value === '+Inf' ? Infinity : value) }];
  });
}

function labelsIn(text: string): Record<string, string> {
  const pairs = text.matchAll(LABEL).map(([, name = '', value = '']) => [name, unescaped(value)] as const);
  return Object.fromEntries(pairs);
}

function unescaped(value: string): string {
  return value.replaceAll(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character));
}
