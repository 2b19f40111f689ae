import { rejectFrame } from './protocol.ts';
import type { Subscription } from './socket.ts';
import { personOf, type Subscriber } from './subscriber.ts';

/** The subscriptions of this process, found by account and by person. */
export class Subscriptions {
  readonly #byAccount = new Map<number, Set<Subscription>>();
  readonly #byPerson = new Map<string, Set<Subscription>>();
  /** Called after each that begins. */
  onAdd: () => void = () => {};
  /** Called for each that has ended. */
  onEnd: (ended: Subscription) => void = () => {};

  add(subscription: Subscription): void {
    subscription.socket.subscriptions.set(subscription.identifier, subscription);
    addTo(this.#byAccount, subscription.who.accountId, subscription);
    addTo(this.#byPerson, personOf(subscription.who), subscription);
    this.onAdd();
  }

  /** Gives the subscription of a contact to the contact that has its contact inbox now. */
  assign(subscription: Subscription, contactId: number): void {
    const { who } = subscription;
    if (who.kind === 'agent' || who.contactId === contactId || !this.#stands(subscription)) return;
    removeFrom(this.#byPerson, personOf(who), subscription);
    subscription.who = { ...who, contactId };
    addTo(this.#byPerson, personOf(subscription.who), subscription);
  }

  /** Removes it, as its client wishes, or because the client is gone. */
  remove(subscription: Subscription): void {
    subscription.socket.subscriptions.delete(subscription.identifier);
    subscription.socket.idleSince = performance.now();
    removeFrom(this.#byAccount, subscription.who.accountId, subscription);
    removeFrom(this.#byPerson, personOf(subscription.who), subscription);
    this.onEnd(subscription);
  }

  /** Ends it for a listener who has lost the right to it; the last one with its socket. */
  end(subscription: Subscription): void {
    const { socket, identifier } = subscription;
    this.remove(subscription);
    if (socket.subscriptions.size > 0) socket.send(rejectFrame(identifier));
    else socket.disconnect('unauthorized', false);
  }

  /** Whether it has not ended meanwhile. */
  #stands(subscription: Subscription): boolean {
    return this.inAccount(subscription.who.accountId).has(subscription);
  }

  get isEmpty(): boolean {
    return this.#byAccount.size === 0;
  }

  /** The accounts that anyone listens in. */
  get accountIds(): number[] {
    return [...this.#byAccount.keys()];
  }

  /** All in the account. */
  inAccount(accountId: number): ReadonlySet<Subscription> {
    return this.#byAccount.get(accountId) ?? NONE;
  }

  /** The subscriptions of a user in all accounts, or of a contact in all inboxes. */
  ofPerson(who: Subscriber): ReadonlySet<Subscription> {
    return this.#byPerson.get(personOf(who)) ?? NONE;
  }
}

const NONE: ReadonlySet<Subscription> = new Set();

function addTo<Key>(sets: Map<Key, Set<Subscription>>, key: Key, subscription: Subscription): void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(subscription));
}

function removeFrom<Key>(sets: Map<Key, Set<Subscription>>, key: Key, subscription: Subscription): void {
  const set = sets.get(key);
  set?.delete(subscription);
  if (set?.size === 0) sets.delete(key);
}
