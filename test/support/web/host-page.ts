import { givenWebsite } from './website.ts';

/** Pages of a website that have the widget in a frame, and do what the script for websites does. */
export type HostPage = {
  /** The address of the page with the widget of this `website_token`. */
  at(token: string): string;
  stop(): Promise<void>;
};

/** Speaks with the frame as the script does, keeps the visitor's token in a cookie, and remembers what the frame said. */
const script = (server: string) => `
  const token = new URLSearchParams(location.search).get('token');
  const frame = document.createElement('iframe');
  const cookie = () => /(?:^|; )cw_conversation=([^;]*)/.exec(document.cookie)?.[1];
  window.told = [];
  window.tell = (message) => frame.contentWindow.postMessage('chatwoot-widget:' + JSON.stringify(message), '${server}');
  addEventListener('message', ({ data, source, origin }) => {
    if (source !== frame.contentWindow || origin !== '${server}') return;
    const message = JSON.parse(data.slice('chatwoot-widget:'.length));
    told.push(message);
    if (message.event === 'loaded') {
      tell({ event: 'config-set', authToken: cookie(), darkMode: 'light', ...window.settings });
      tell({ event: 'toggle-open', isOpen: true });
      tell({ event: 'change-url', referrerURL: location.href, referrerHost: location.host, secondsOnPage: 0 });
    }
    if (message.event === 'setAuthCookie') document.cookie = 'cw_conversation=' + message.data.widgetAuthToken + ';path=/';
  });
  frame.src = '${server}/widget?website_token=' + token;
  frame.style = 'width: 400px; height: 640px; border: 0';
  document.body.append(frame);
`;

export async function givenHost(server: string): Promise<HostPage> {
  const site = await givenWebsite();
  site.pages.set('/', { html: `<!doctype html><title>Shop</title><body><script>${script(server)}</script>` });
  return { at: (token) => `${site.at()}/?token=${token}`, stop: () => site.stop() };
}
