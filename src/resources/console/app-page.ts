import type { DashboardFrame } from '../../entities/dashboard-app.ts';
import { fill } from '../../templates.ts';
import { webAssets } from '../../web-assets/web-assets.ts';

type App = { title: string; content: readonly DashboardFrame[] };

/**
 * The page with the frames of a dashboard app, for a frame of the console: it passes on the conversation when the app asks for it.
 * The policy of the console itself names no other site.
 */
export async function appPage({ title, content }: App): Promise<string> {
  const { apps } = await webAssets();
  return fill('console/app.html', { title, script: apps, urls: content.map(({ url }) => url) });
}

/** The policy of the page with frames at these addresses. */
export function appPolicy(content: readonly DashboardFrame[] = []): string {
  const origins = new Set(content.map(({ url }) => new URL(url).origin));
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `frame-src ${origins.size === 0 ? "'none'" : [...origins].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
