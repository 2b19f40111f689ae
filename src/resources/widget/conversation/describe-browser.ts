import type { Attributes } from '../../../entities/columns.ts';

const UNKNOWN = 'Unknown';

/** In order of search, because most browsers also name others. */
const BROWSERS = [
  ['Microsoft Edge', /\bEdg(?:A|iOS)?\/([\d.]+)/],
  ['Opera', /\bOPR\/([\d.]+)/],
  ['Samsung Internet', /\bSamsungBrowser\/([\d.]+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /\b(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /\bVersion\/([\d.]+).*\bSafari\//],
] as const;

const PLATFORMS = [
  ['Windows', /\bWindows NT ([\d.]+)/],
  ['Android', /\bAndroid ([\d.]+)/],
  ['iOS', /\b(?:iPhone )?OS ([\d_]+) like Mac/],
  ['macOS', /\bMac OS X ([\d_.]+)/],
  ['Chrome OS', /\bCrOS \S+ ([\d.]+)/],
  ['Linux', /\bLinux\b()/],
] as const;

const DEVICES = [
  ['iPhone', /\biPhone\b()/],
  ['iPad', /\biPad\b()/],
] as const;

/** The longest User-Agent that is looked at. */
const LONGEST = 1000;

/** The browser in a User-Agent header, with Chatwoot's keys. */
export function describeBrowser(userAgent: string): Attributes {
  const text = userAgent.slice(0, LONGEST);
  const [browser, browserVersion] = firstIn(text, BROWSERS);
  const [platform, platformVersion] = firstIn(text, PLATFORMS);
  const [device] = firstIn(text, DEVICES);
  return {
    browser_name: browser,
    browser_version: browserVersion,
    device_name: device,
    platform_name: platform,
    platform_version: platformVersion,
  };
}

/** The language that the header Accept-Language begins with; null = none. */
export function browserLanguage(acceptLanguage: string): string | null {
  return /^[a-z]{2,8}(-[a-z\d]{1,8}){0,3}/i.exec(acceptLanguage.trim())?.[0] ?? null;
}

function firstIn(text: string, known: readonly (readonly [string, RegExp])[]): [name: string, version: string] {
  for (const [name, pattern] of known) {
    const match = pattern.exec(text);
    if (match) return [name, match[1]?.replaceAll('_', '.') ?? ''];
  }
  return [UNKNOWN, ''];
}
