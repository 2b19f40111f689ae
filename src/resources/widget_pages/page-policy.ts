import { isSite, sitesIn } from '../../channels/allowed-domains.ts';

/**
 * The Content-Security-Policy of the page in the widget's frame: scripts of this server alone, none of which may make
 * elements of text; pictures and sounds from anywhere, since messages show them. `ancestors`: the sites that may have
 * it in a frame; null = any.
 */
export function pagePolicy(publicUrl: string, ancestors: string | null): string {
  const { origin } = new URL(publicUrl);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${origin}`,
    `img-src 'self' ${origin} https: data: blob:`,
    `media-src 'self' ${origin} https: blob:`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(ancestors === null ? [] : [`frame-ancestors ${ancestors}`]),
  ].join('; ');
}

/** Where an app shows the widget in a page of its own files, the request has no origin, or this one. */
const APP_ORIGINS = new Set(['', 'null', 'file://']);

/**
 * The `frame-ancestors` for the channel's settings; null = any page may show the widget. `origin`: the request's header,
 * empty without one.
 */
export function ancestorsFor(settings: Record<string, unknown>, origin: string): string | null {
  const given = typeof settings['allowed_domains'] === 'string' ? settings['allowed_domains'] : '';
  const names = sitesIn(given);
  if (names.length === 0 || (allowsApps(settings) && APP_ORIGINS.has(origin))) return null;
  return ["'self'", ...names.filter(isSite)].join(' ');
}

function allowsApps({ selected_feature_flags: flags }: Record<string, unknown>): boolean {
  return Array.isArray(flags) && flags.includes('allow_mobile_webview');
}
