import { localeFor } from './locale-for.ts';
import { fill } from '../../templates.ts';
import { webAssets } from '../../web-assets/web-assets.ts';
import { addressOf } from '../../records/help-centre/portal.ts';
import type { WidgetInbox } from '../../records/public/widget-inbox.ts';

/**
 * The page in the widget's frame: the app's script, and the inbox as JSON. It is the same for all visitors of a `locale`,
 * whose texts browsers load together with the script. `publicUrl` is the address of this server.
 */
export async function widgetPage(inbox: WidgetInbox, locale: string, publicUrl: string): Promise<string> {
  const {
    widget: { scripts, locales },
  } = await webAssets();
  const [script, ...imported] = scripts;
  const texts = locales.get(localeFor(locale, [...locales.keys()]));
  return fill('widget/page.html', {
    locale: inbox.locale,
    name: inbox.name,
    script,
    preloaded: texts === undefined ? imported : [...imported, texts],
    data: inScript(configOf(inbox, publicUrl)),
  });
}

function configOf({ name, avatarUrl, identifier: token, settings, locale, portal }: WidgetInbox, publicUrl: string) {
  return {
    website_token: token,
    website_name: name,
    avatar_url: avatarUrl,
    locale,
    widget_color: settings['widget_color'] ?? null,
    welcome_title: settings['welcome_title'] ?? null,
    welcome_tagline: settings['welcome_tagline'] ?? null,
    portal: portal && { name: portal.name, url: addressOf(portal, publicUrl) },
  };
}

/** JSON that cannot end the element it stands in. */
function inScript(value: object): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
