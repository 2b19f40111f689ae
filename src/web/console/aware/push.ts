import { sendRequest } from '../../kit/request.ts';
import { type ReadonlySignal, signal } from '../../kit/signals.ts';
import { startWorker } from './start-worker.ts';

/**
 * Whether this browser shows notifications of the system: `on`: also while the console is closed; `here`: only while it is open,
 * since the browser takes no push messages from this address; `blocked`: the user has forbidden them to the browser.
 */
export type PushState = 'unknown' | 'impossible' | 'blocked' | 'off' | 'here' | 'on';

export type Push = {
  state: ReadonlySignal<PushState>;
  /** Asks the browser. */
  read: () => Promise<void>;
  /** Asks the user for permission, and subscribes the browser. @throws RequestError */
  turnOn: () => Promise<void>;
  /** @throws RequestError */
  turnOff: () => Promise<void>;
  /** Ends the subscription of the browser with the session of its user. @throws RequestError */
  forget: () => Promise<void>;
};

const PATH = '/api/v1/notification_subscriptions';
const send = <T>(method: string, body?: object) => sendRequest<T>(PATH, { method, body, credentials: 'same-origin' });

/** The user does not want them while the console is open either. */
const REFUSED = 'parley-no-notifications';

export function createPush(): Push {
  const state = signal<PushState>('unknown');
  const manager = async () => (await startWorker())?.pushManager as PushManager | undefined;
  const subscription = async () => (await (await manager())?.getSubscription()) ?? null;

  async function read(): Promise<void> {
    if (!('Notification' in globalThis)) return void (state.value = 'impossible');
    if (Notification.permission === 'denied') return void (state.value = 'blocked');
    if (Notification.permission === 'default') return void (state.value = 'off');
    if (await subscription()) return void (state.value = 'on');
    state.value = localStorage.getItem(REFUSED) === null ? 'here' : 'off';
  }

  async function subscribe(): Promise<void> {
    const pushes = await manager();
    if (!pushes) return;
    const { vapid_public_key: key } = await send<{ vapid_public_key: string }>('GET');
    // Browsers without a push service, and those that cannot reach theirs, refuse.
    const made = await pushes.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => null);
    if (!made) return;
    const { endpoint, keys } = made.toJSON();
    const attributes = { endpoint, p256dh: keys?.['p256dh'], auth: keys?.['auth'] };
    try {
      await send('POST', {
        notification_subscription: { subscription_type: 'browser_push', subscription_attributes: attributes },
      });
    } catch (error) {
      await made.unsubscribe();
      throw error;
    }
  }

  async function unsubscribe(): Promise<void> {
    const found = await subscription();
    if (!found) return;
    try {
      await send('DELETE', { push_token: found.endpoint });
    } finally {
      // Also when the server is not reached: a push message would be shown to the next user of the browser.
      await found.unsubscribe();
    }
  }

  return {
    state,
    read,
    async turnOn() {
      if (!('Notification' in globalThis)) return read();
      await Notification.requestPermission();
      if (Notification.permission === 'granted') {
        localStorage.removeItem(REFUSED);
        await subscribe();
      }
      await read();
    },
    async turnOff() {
      localStorage.setItem(REFUSED, 'yes');
      await unsubscribe();
      await read();
    },
    async forget() {
      try {
        await unsubscribe();
      } finally {
        await read();
      }
    },
  };
}
