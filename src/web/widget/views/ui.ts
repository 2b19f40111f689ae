import type { I18n } from '../../kit/i18n.ts';
import type { HostLink } from '../host/link.ts';
import type { TextKey } from '../locales.ts';
import type { Route } from '../store/state.ts';
import type { Widget } from '../widget.ts';

/** What every view may need. */
export type Ui = {
  widget: Widget;
  i18n: I18n<TextKey>;
  link: HostLink;
  go: (route: Route) => void;
  /** Closes the window, wherever it is. */
  close: () => void;
  /** Says something to those who hear the page. */
  announce: (text: string) => void;
};

let ui: Ui;

/** Gives the views what they need, before the first is drawn. */
export const provideUi = (provided: Ui) => void (ui = provided);

export const useUi = (): Ui => ui;
