import type { Session } from '../session/session.ts';

/** The name under which Chatwoot keeps it too: which conversations make a sound, or `none`. */
export const SOUND_SETTING = 'enable_audio_alerts';

/** Whether the user who is signed in wants to hear of notifications. */
export function wantsSound({ state }: Pick<Session, 'state'>): boolean {
  const { value } = state;
  if (value.is !== 'in') return false;
  const wanted = value.user.ui_settings[SOUND_SETTING];
  return typeof wanted === 'string' && wanted !== 'none' && wanted !== '';
}
