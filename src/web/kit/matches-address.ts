/** Whether the page's address fits the pattern, a URLPattern; slashes at the end do not count. */
export function matchesAddress(pattern: string, address: string): boolean {
  const [wanted, is] = [pattern, address].map((text) => text.replace(/\/+$/, '')) as [string, string];
  if (!wanted) return false;
  if (wanted === is) return true;
  try {
    if ('URLPattern' in globalThis) return new URLPattern(wanted).test(is);
    // Older browsers have the wildcard alone.
    return new RegExp(`^${wanted.split('*').map(escaped).join('.*')}$`).test(is);
  } catch {
    return false;
  }
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
