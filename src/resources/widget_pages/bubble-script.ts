import { labelsFor } from './bubble-labels.ts';
import type { WidgetInbox } from '../../records/public/widget-inbox.ts';

const USUAL_COLOR = '#1f93ff';

/** The module with what a bubble shows: `locale` is the visitor's, and `rules` say when campaigns are due. */
export function bubbleScript(inbox: WidgetInbox, rules: Record<string, unknown>[], locale: string): string {
  const site = {
    color: inbox.settings['widget_color'] ?? USUAL_COLOR,
    labels: labelsFor(locale, inbox.locale),
    campaigns: rules.map(({ url, time_on_page: seconds }) => ({
      url: String(url ?? ''),
      time_on_page: Number(seconds) || 0,
    })),
  };
  return `export const site = ${JSON.stringify(site)};\n`;
}
