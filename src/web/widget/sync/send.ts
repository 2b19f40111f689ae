import { fromWire, type Message } from '../store/message.ts';
import type { Outbox, Outgoing } from '../store/outbox.ts';
import type { State } from '../store/state.ts';
import type { WireMessage } from '../store/wire.ts';
import { pauseAfter, RequestError } from '../../kit/request.ts';
import type { Api } from './api.ts';
import type { Uploader } from './upload.ts';
import { type Identity, isUnknownVisitor, type NewIdentity } from './identity.ts';

/** A request that is older when the connection is back hangs on the lost one; of files, it may only be slow. */
const HANGING_MS = 1000;

export type MessageAnswer = WireMessage & NewIdentity;

export type SendOptions = {
  api: Api;
  state: State;
  identity: Identity;
  outbox: Outbox;
  /** Runs one at a time among all tabs. */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Sends and forgets files, which not every visitor has. */
  uploader: () => Promise<Uploader>;
  /** What the server answered to a message of this tab. */
  sent: (answer: MessageAnswer) => void;
};

export type Sender = {
  /** Shows the message, keeps it, and sends it until the server has it. */
  send: (outgoing: Outgoing) => void;
  retry: (echoId: string) => void;
  discard: (echoId: string) => void;
  /**
   * Shows what the outbox has, drops what another tab brought to its end, and goes on. `isBack`: the connection was lost,
   * and what was sent on it is sent again. Resolves when it has stopped.
   */
  resume: (isBack?: boolean) => Promise<void>;
  /** Sends nothing more; what waits is sent when there is another tab. */
  stop: () => void;
};

/** Sends what the visitor wrote, in order, each until the server has it or refuses it. */
export function createSender({ api, state, identity, outbox, alone, uploader, sent }: SendOptions): Sender {
  const { messages } = state;
  let current: { echoId: string; since: number | null; abort: AbortController } | null = null;
  let isBusy = false;
  let isWanted = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  /** Until when the server wants nothing, in Unix milliseconds. */
  let refusedTill = 0;

  /** What may be sent: not what was refused, nor what another visitor of this browser wrote. */
  function next(): Outgoing | undefined {
    if (isStopped) return undefined;
    return outbox.all().find((one) => one.problem === undefined && isMine(one));
  }

  const isMine = ({ visitor }: Outgoing) => visitor === null || visitor === identity.token.peek();

  function show(outgoing: Outgoing) {
    messages.write(asMessage(outgoing));
    // The server may have it, and only its answer be missing.
    if (messages.get(outgoing.echoId)?.peek().id !== null) return;
    const isRefused = outgoing.problem !== undefined;
    messages.change(outgoing.echoId, { state: isRefused ? 'failed' : 'waiting', problem: outgoing.problem ?? null });
  }

  async function flush(): Promise<void> {
    if (isBusy) {
      isWanted = true;
      return;
    }
    if (Date.now() < refusedTill) return;
    clearTimeout(timer);
    isBusy = true;
    isWanted = false;
    try {
      await alone(drain);
    } finally {
      isBusy = false;
    }
    if (isWanted) await flush();
  }

  async function drain() {
    // While this tab waited for its turn, another one may have become the visitor that this one is too.
    identity.readOther();
    for (let outgoing = next(); outgoing; outgoing = next()) {
      if (!(await attempt(outgoing))) return;
    }
  }

  /** Returns whether to go on with the next one. */
  async function attempt(outgoing: Outgoing): Promise<boolean> {
    const abort = new AbortController();
    const { body, echoId, key, attachments } = outgoing;
    current = { echoId, since: attachments ? null : Date.now(), abort };
    try {
      const answer = attachments
        ? await (await uploader()).upload(outgoing, abort.signal)
        : await api.request<MessageAnswer>('POST', 'messages', { body, key, signal: abort.signal });
      // Another program between, which has not passed it on.
      if (!answer.id) throw new RequestError(0, {});
      state.connectionLostAt.value = null;
      // Meanwhile the page may have named another visitor, in whose thread it has no place.
      const kept = outbox.find(echoId);
      if (kept && !isMine(kept)) {
        drop(kept);
        return true;
      }
      identity.adopt(answer);
      messages.put([{ ...answer, message_type: 0, echo_id: echoId }]);
      drop(outgoing);
      failures = 0;
      sent(answer);
      return true;
    } catch (error) {
      return giveUp(outgoing, error);
    } finally {
      current = null;
    }
  }

  function drop({ echoId, attachments }: Outgoing) {
    outbox.remove(echoId);
    if (attachments) void uploader().then(({ forget }) => forget(echoId));
  }

  async function giveUp(outgoing: Outgoing, error: unknown): Promise<boolean> {
    if (!(error instanceof RequestError)) throw error;
    // The visitor has discarded it meanwhile.
    if (!outbox.find(outgoing.echoId)) return true;
    let reason = error;
    // Loading finds that the token is no longer good, and gives the messages to a new visitor.
    if (isUnknownVisitor(error) && identity.token.peek()) {
      await identity.load().catch((failure: RequestError) => (reason = failure));
      if (!identity.token.peek()) return true;
    }
    if (reason.isPassing) {
      // Without a socket, nothing else notices that the server is away; with one, a single request that fails says little.
      const isLost = reason.status === 0 && !identity.socketToken.peek();
      if (isLost) state.connectionLostAt.value = state.connectionLostAt.peek() ?? Date.now();
      if (!isStopped) goOnLater(reason);
      return false;
    }
    const refused = { ...outgoing, problem: reason.message };
    outbox.put(refused);
    show(refused);
    return true;
  }

  function goOnLater(error: RequestError) {
    refusedTill = Date.now() + error.retryAfterMs;
    timer = setTimeout(() => void flush(), pauseAfter(error, failures));
    failures += 1;
  }

  return {
    send(outgoing) {
      outbox.put(outgoing);
      show(outgoing);
      void flush();
    },
    retry(echoId) {
      const found = outbox.find(echoId);
      if (!found) return;
      const { problem: _, ...outgoing } = found;
      outbox.put(outgoing);
      show(outgoing);
      void flush();
    },
    discard(echoId) {
      const found = outbox.find(echoId);
      if (found) drop(found);
      if (current?.echoId === echoId) current.abort.abort();
      messages.remove(echoId);
    },
    async resume(isBack) {
      const kept = outbox.all().filter(isMine);
      const keys = new Set(kept.map(({ echoId }) => echoId));
      for (const key of messages.waiting.peek()) if (!keys.has(key)) messages.remove(key);
      kept.forEach(show);
      const { since, abort } = current ?? {};
      if (isBack && since) setTimeout(() => abort?.abort(), since + HANGING_MS - Date.now());
      if (kept.length > 0) await flush();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      current?.abort.abort();
    },
  };
}

function asMessage({ echoId, body: { message }, writtenAt, attachments = [] }: Outgoing): Message {
  const wire = {
    id: 0,
    message_type: 0,
    content: message.content,
    created_at: writtenAt,
    attachments: [...attachments],
  };
  const replyTo = message['reply_to'];
  const attributes = typeof replyTo === 'number' ? { in_reply_to: replyTo } : {};
  const progress = attachments.length > 0 ? 0 : null;
  return { ...fromWire(wire, echoId), id: null, attributes, state: 'waiting', progress };
}
