import type { Channel } from '../store/channel.ts';

/** What the server has written into the page of its inbox; the rest is read later. */
export function readChannel(): Channel {
  const text = document.querySelector('#parley-widget')?.textContent ?? '{}';
  return { website_name: '', website_token: '', widget_color: '', ...(JSON.parse(text) as Partial<Channel>) };
}
