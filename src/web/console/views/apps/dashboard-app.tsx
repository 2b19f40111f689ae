import { useEffect, useRef } from '../../../kit/view.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { reasonOf } from '../../session/reason-of.ts';
import type { WireConversation } from '../../store/wire.ts';
import type { DashboardApp as App } from '../../sync/start.ts';

type DashboardAppProps = { console: Console; app: App; conversation: number };

/** A dashboard app in its frame: it is given the conversation, the contact and the user, when it asks and when they change. */
export function DashboardApp({ console, app, conversation }: DashboardAppProps) {
  const { i18n, toasts } = useDesk();
  const frame = useRef<HTMLIFrameElement>();
  const { account, user } = console.start.value;
  // Drawn again with each change of the conversation, of which the app is told.
  const changedAt = console.store.conversations.get(conversation).value?.updatedAt;

  async function give() {
    try {
      const whole = await console.api.request<WireConversation>('GET', `/conversations/${conversation}`);
      const currentAgent = { id: user.id, name: user.name, email: user.email };
      const context = { conversation: whole, contact: whole.meta.sender, currentAgent };
      frame.current?.contentWindow?.postMessage(context, location.origin);
    } catch (error) {
      toasts.show({ text: reasonOf(i18n, error), isProblem: true });
    }
  }

  useEffect(() => {
    function hear({ source, origin }: MessageEvent) {
      if (source === frame.current?.contentWindow && origin === location.origin) void give();
    }
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, []);
  useEffect(() => void give(), [changedAt]);

  return (
    <iframe
      ref={frame}
      class="dashboard-app"
      title={app.title}
      src={`/app/accounts/${account.id}/dashboard_apps/${app.id}`}
    />
  );
}
