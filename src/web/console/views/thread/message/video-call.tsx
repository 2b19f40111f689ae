import { useSignal } from '../../../../kit/view.ts';
import { useDesk } from '../../../desk.ts';
import { reasonOf } from '../../../session/reason-of.ts';
import type { AskedProps } from './asked.tsx';
import { textAt } from './mail-of.ts';

/** Where a browser enters a call of RealtimeKit with the token of a participant. */
const CALLS = 'https://demo.realtime.cloudflare.com/v2/meeting';

/** A video call that the team has begun, which the user can join. */
export function VideoCall({ console, message }: AskedProps) {
  const { i18n } = useDesk();
  const { t } = i18n;
  const address = useSignal('');
  const problem = useSignal('');
  const isAsking = useSignal(false);
  if (textAt(message.attributes, 'type') !== 'dyte') return null;

  async function join() {
    if (isAsking.peek()) return;
    isAsking.value = true;
    problem.value = '';
    try {
      const body = { message_id: message.id };
      const path = '/integrations/dyte/add_participant_to_meeting';
      const { token } = await console.api.request<{ token: string }>('POST', path, { body });
      address.value = `${CALLS}?${new URLSearchParams({ authToken: token, showSetupScreen: 'true' })}`;
      window.open(address.peek(), '_blank', 'noopener,noreferrer');
    } catch (error) {
      problem.value = reasonOf(i18n, error);
    }
    isAsking.value = false;
  }

  return (
    <>
      {address.value ? (
        // Browsers may not have opened it by themselves.
        <a href={address.value} target="_blank" rel="noopener noreferrer">
          {t('openCall')}
        </a>
      ) : (
        <button type="button" class="secondary" aria-busy={isAsking.value} onClick={() => void join()}>
          {t('joinCall')}
        </button>
      )}
      <p role="alert" class="problem">
        {problem.value}
      </p>
    </>
  );
}
