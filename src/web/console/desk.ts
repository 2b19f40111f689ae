import type { Account } from './account.ts';
import type { Commands } from './commands/commands.ts';
import type { I18n } from '../kit/i18n.ts';
import type { ReadonlySignal, Signal } from '../kit/signals.ts';
import type { Toasts } from '../kit/controls/toasts.tsx';
import type { Push } from './aware/push.ts';
import type { TextKey } from './locales.ts';
import type { Place } from './place.ts';
import type { Session } from './session/session.ts';
import type { SignInWay } from './session/ways.ts';
import type { Sidebar } from './shell/sidebar.ts';

/** What every view may need. */
export type Desk = {
  i18n: I18n<TextKey>;
  place: Place;
  session: Session;
  toasts: Toasts;
  /** The ways to sign in beside a password. */
  ways: readonly SignInWay[];
  /** What the navigation lists. */
  sidebar: ReadonlySignal<Sidebar>;
  account: Account;
  /** The title of the screen. */
  title: Signal<string>;
  /** Notifications of the system. */
  push: Push;
  commands: Commands;
};

let desk: Desk;

/** Gives the views what they need, before the first is drawn. */
export const provideDesk = (provided: Desk) => void (desk = provided);

export const useDesk = (): Desk => desk;
