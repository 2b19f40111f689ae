/**
 * How well a name fits what is typed: the letters in their order, the better the more of them stand together and at the beginning of
 * words. null = it does not fit.
 */
export function fits(name: string, typed: string): number | null {
  const [text, wanted] = [fold(name), fold(typed).replaceAll(/\s+/g, '')];
  let score = 0;
  let at = -1;
  for (const letter of wanted) {
    const next = text.indexOf(letter, at + 1);
    if (next === -1) return null;
    const isBeginning = next === 0 || /\s/.test(text[next - 1] ?? '');
    score += next === at + 1 ? 3 : isBeginning ? 2 : 0;
    at = next;
  }
  return score - text.length / 100;
}

/** Without what distinguishes é from e, and E from e. */
const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
