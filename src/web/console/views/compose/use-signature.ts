import { useDesk } from '../../desk.ts';
import type { Inbox } from '../../sync/start.ts';
import { reasonOf } from '../../session/reason-of.ts';

const MAIL = 'Channel::Email';

/** The signature of the user below a reply. */
export type Signature = {
  /** '' = they have none. */
  text: string;
  /** Whether it goes with replies in this kind of inbox. */
  isOn: boolean;
  /** Changes that for this kind of inbox, on all devices. */
  setOn: (isOn: boolean) => void;
  /** The text with the signature, as Chatwoot's clients write it. */
  below: (text: string) => string;
};

/** Mails have the signature unless the user has turned it off, other messages only if it was turned on. */
export function useSignature(inbox: Inbox | undefined): Signature {
  const { session, toasts, i18n } = useDesk();
  const state = session.state.value;
  const user = state.is === 'in' ? state.user : null;
  const text = user?.message_signature?.trim() ?? '';
  const channel = inbox?.channel_type ?? '';
  // Under the names of Chatwoot's app, which the server reads for mails.
  const setting = `${channel.toLowerCase().replace('::', '_')}_signature_enabled`;
  const isOn = text !== '' && (user?.ui_settings[setting] ?? channel === MAIL) === true;

  async function change(settings: Record<string, boolean>) {
    try {
      await session.changeSettings(settings);
    } catch (error) {
      toasts.show({ text: reasonOf(i18n, error), isProblem: true });
    }
  }

  return {
    text,
    isOn,
    setOn: (next) => void change({ [setting]: next }),
    below: (words) => (isOn && words !== '' && !words.includes(text) ? `${words}\n\n--\n\n${text}` : words),
  };
}
