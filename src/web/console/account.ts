import { RequestError } from '../kit/request.ts';
import { computed, effect, type ReadonlySignal, signal } from '../kit/signals.ts';
import { accountAt, type Address } from './addresses.ts';
import { type Console, createConsole, SNAPSHOT } from './console.ts';
import type { Place } from './place.ts';
import type { Session } from './session/session.ts';
import { openIndexed } from './store/indexed.ts';
import { createConsoleApi } from './sync/api.ts';
import { type FirstList, requestStart, type StartAnswer } from './sync/start.ts';
import { joinTabs } from './sync/tabs.ts';

/** The account that is shown. */
export type OpenAccount =
  | { is: 'none' }
  | { is: 'opening' }
  | { is: 'open'; console: Console }
  | { is: 'failed'; error: RequestError };

export type Account = {
  state: ReadonlySignal<OpenAccount>;
  /** Whether the line has been down for so long that the user is told. */
  isLineDown: ReadonlySignal<boolean>;
  /** Attempts again to open the account. */
  openAgain: () => void;
};

/** Without the line for so long, the user is told. */
const WORTH_A_WORD_MS = 5000;

type Wanted = { userId: number; accountId: number };

/**
 * Opens the account at the address for the user who is signed in, and closes it with the session. `firstOf` says which list an
 * address shows first.
 */
export function followAccount(session: Session, place: Place, firstOf: (address: Address) => FirstList): Account {
  const state = signal<OpenAccount>({ is: 'none' });
  const isLineDown = signal(false);
  const attempts = signal(0);
  /** The server has ended the account that was open: only its answer opens an account again, not what was kept of a visit. */
  let isRefused = false;
  /** The account as a text, so that other changes of the session and of the address change nothing. */
  const wanted = computed(() => {
    const who = session.state.value;
    if (who.is !== 'in') return '';
    const accountId = accountAt(place.address.value, who.user);
    return accountId === null ? '' : JSON.stringify({ userId: who.user.id, accountId } satisfies Wanted);
  });

  effect(() => {
    void attempts.value;
    if (wanted.value === '') {
      state.value = { is: 'none' };
      return undefined;
    }
    return open(JSON.parse(wanted.value) as Wanted);
  });

  /** Returns what closes the account. */
  function open(account: Wanted): () => void {
    const end = new AbortController();
    state.value = { is: 'opening' };
    void connect(account, end.signal).catch(async (error: unknown) => {
      if (!(error instanceof RequestError)) throw error;
      if (end.signal.aborted) return;
      if (error.status === 401) await session.load();
      // A session that stands is refused where the account is suspended.
      if (!end.signal.aborted) state.value = { is: 'failed', error };
    });
    return () => {
      end.abort();
      const now = state.peek();
      if (now.is !== 'open') return;
      now.console.stop();
      // What the user has not sent yet stays for the next session, unless this one was ended by the user.
      if (session.state.peek().is === 'out' && session.isSignedOutByUser()) void now.console.signOut();
    };
  }

  async function connect({ userId, accountId }: Wanted, ended: AbortSignal): Promise<void> {
    const name = `parley-${userId}-${accountId}`;
    const keeper = openIndexed(name);
    const { origin } = location;
    const first = firstOf(place.address.peek());
    const snapshot = isRefused ? undefined : await keeper.get<StartAnswer>(SNAPSHOT);
    const start = snapshot ?? (await requestStart(createConsoleApi(origin, accountId), accountId, first));
    if (ended.aborted) return;
    isRefused = false;
    const isSnapshot = snapshot !== undefined;
    const console = createConsole({ origin, start, first, keeper, tabs: joinTabs(name), isSnapshot });
    state.value = { is: 'open', console };
    const stops = [followLine(console), followEnd(console)];
    ended.addEventListener('abort', () => stops.forEach((stop) => stop()));
  }

  function followLine({ line }: Console): () => void {
    return effect(() => {
      const { isUp, since } = line.value;
      isLineDown.value = false;
      if (isUp) return undefined;
      const timer = setTimeout(() => (isLineDown.value = true), Math.max(0, since + WORTH_A_WORD_MS - Date.now()));
      return () => clearTimeout(timer);
    });
  }

  /** The server says what has become of the session, of the membership, or of the account. */
  function followEnd({ isSignedOut }: Console): () => void {
    return effect(() => {
      if (!isSignedOut.value) return;
      isRefused = true;
      void session.load().then(() => (attempts.value += 1));
    });
  }

  return { state, isLineDown, openAgain: () => (attempts.value += 1) };
}
