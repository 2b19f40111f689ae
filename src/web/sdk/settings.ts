import type { FrameSettings } from '../kit/protocol.ts';

/** The settings of a page, `window.chatwootSettings`. */
export type Settings = FrameSettings & {
  type: 'standard' | 'expanded_bubble';
  launcherTitle: string;
  useBrowserLanguage: boolean;
  /** The domain of the cookies; empty = that of the page. */
  baseDomain: string;
};

const DEFAULTS = {
  hideMessageBubble: false,
  showPopoutButton: false,
  useBrowserLanguage: false,
  showUnreadMessagesDialog: true,
  enableEmojiPicker: true,
  enableEndConversation: true,
  launcherTitle: '',
  baseDomain: '',
  welcomeTitle: '',
  welcomeDescription: '',
  availableMessage: '',
  unavailableMessage: '',
};

/** Reads the page's settings; what they lack, or have wrong, is the default. */
export function readSettings(): Settings {
  const given = (window as { chatwootSettings?: Record<string, unknown> }).chatwootSettings ?? {};
  const { position, type, widgetStyle, darkMode, locale, enableFileUpload } = given;
  const plain = Object.entries(DEFAULTS).map(([name, usual]) => [
    name,
    typeof given[name] === typeof usual ? given[name] : usual,
  ]);
  const settings = {
    ...(Object.fromEntries(plain) as typeof DEFAULTS),
    ...(typeof locale === 'string' && { locale }),
    ...(typeof enableFileUpload === 'boolean' && { enableFileUpload }),
    position: position === 'left' ? position : 'right',
    type: type === 'expanded_bubble' ? type : 'standard',
    widgetStyle: widgetStyle === 'flat' ? widgetStyle : 'standard',
    darkMode: modeOf(darkMode),
  } as const;
  for (const [name, value] of Object.entries(given)) {
    if (value !== (settings as Record<string, unknown>)[name]) console.warn(`Chat widget: ${name} cannot be`, value);
  }
  return settings.useBrowserLanguage ? { ...settings, locale: navigator.language.replace('-', '_') } : settings;
}

/** The mode; 'light' for any unknown value. */
export function modeOf(given: unknown): Settings['darkMode'] {
  return given === 'dark' || given === 'auto' ? given : 'light';
}
