import { createHash } from 'node:crypto';
import { fill } from '../../templates.ts';
import type { WidgetInbox } from '../../records/public/widget-inbox.ts';

/** A page with nothing in it but the bubble, to try the widget, and its Content-Security-Policy. */
export async function previewPage({ name, identifier: token }: WidgetInbox): Promise<{ page: string; policy: string }> {
  const place = JSON.stringify({ websiteToken: token }).replaceAll('<', String.raw`\u003c`);
  const start = `window.chatwootSDK.run(${place})`;
  const digest = createHash('sha256').update(start).digest('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${digest}'`,
    "frame-src 'self'",
    // The script asks how many answers are unread.
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return { page: await fill('widget/preview.html', { name, start }), policy: policy.join('; ') };
}
