/** The program in a `User-Agent` header; null = unknown. */
export type Browser = {
  name: string | null;
  version: string | null;
  device: string | null;
  platform: string | null;
  platformVersion: string | null;
};

/** Names with patterns of their versions, the more particular ones first: most browsers also name those they resemble. */
type Patterns = readonly (readonly [name: string, pattern: RegExp])[];

const BROWSERS: Patterns = [
  ['Microsoft Edge', /\b(?:Edge|Edg|EdgA|EdgiOS)\/([\d.]+)/],
  ['Opera', /\b(?:OPR|Opera)\/([\d.]+)/],
  ['Samsung Internet', /\bSamsungBrowser\/([\d.]+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /\b(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /\bVersion\/([\d.]+)(?= .*Safari\/)/],
];
const PLATFORMS: Patterns = [
  ['iOS', /\b(?:iPhone|iPad|iPod)\b.*? OS ([\d_]+)/],
  ['Android', /\bAndroid ([\d.]+)/],
  ['Windows', /\bWindows NT ([\d.]+)/],
  ['macOS', /\bMac OS X ([\d_.]+)/],
  ['ChromeOS', /\bCrOS \S+ ([\d.]+)/],
  ['Linux', /\bLinux\b()/],
];
/** Programs that are no browser: "curl/8.5.0". */
const PROGRAM = /^([A-Za-z][\w.-]{0,49})\/([\d.]+)/;

/** Reads the header `User-Agent`; null = there was none. */
export function describeBrowser(userAgent: string | null): Browser {
  const text = userAgent ?? '';
  const browser = firstIn(BROWSERS, text) ?? programIn(text);
  const platform = firstIn(PLATFORMS, text);
  return {
    name: browser?.name ?? null,
    version: browser?.version || null,
    device: /\b(iPhone|iPad)\b/.exec(text)?.[1] ?? null,
    platform: platform?.name ?? null,
    platformVersion: platform?.version.replaceAll('_', '.') || null,
  };
}

function firstIn(patterns: Patterns, text: string): { name: string; version: string } | null {
  for (const [name, pattern] of patterns) {
    const found = pattern.exec(text);
    if (found) return { name, version: found[1] ?? '' };
  }
  return null;
}

function programIn(text: string): { name: string; version: string } | null {
  const [, name = '', version = ''] = PROGRAM.exec(text) ?? [];
  return name === '' || name === 'Mozilla' ? null : { name, version };
}
