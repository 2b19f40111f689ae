import type { LocalTime } from './local-time.ts';

// What reports must say, computed from what has been done, one thing after the other.

/**
 * Opening hours, in minutes after midnight, of all weekdays (0 = Sunday) but those on which it stays closed, or is open all
 * day; null = always open.
 */
export type Hours = { zone: LocalTime; opens: number; closes: number; closed: number; allDay: number } | null;
export type Inbox = { id: number; hours: Hours; hasBot: boolean };

type Kind =
  | 'created'
  | 'incoming'
  | 'outgoing'
  | 'first_response'
  | 'reply'
  | 'resolved'
  | 'bot_resolved'
  | 'bot_handoff';
type Fact = { kind: Kind; at: number; userId: number | null; from?: number };

/** A conversation as it should be; times in seconds. */
export type Chat = {
  id: number;
  inbox: Inbox;
  createdAt: number;
  status: 'open' | 'pending' | 'resolved' | 'snoozed';
  assigneeId: number | null;
  teamId: number | null;
  labels: string[];
  waitingSince: number | null;
  isAnswered: boolean;
  openedAt: number | null;
  botResolvedAt: number | null;
  facts: Fact[];
};

/** Some of an account: null = all of it. */
export type Whose = { type: 'account' | 'inbox' | 'agent' | 'team' | 'label'; key: number | string | null };
export type Range = { since: number; until: number };
export const PERIODS = ['hour', 'day', 'week', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

/** What happens to conversations, and what follows from it. */
export class Ledger {
  readonly chats = new Set<Chat>();

  create(id: number, inbox: Inbox, given: { teamId: number | null; assigneeId: number | null }, at: number): Chat {
    const chat: Chat = {
      id,
      inbox,
      ...given,
      createdAt: at,
      status: inbox.hasBot ? 'pending' : 'open',
      labels: [],
      waitingSince: at,
      isAnswered: false,
      openedAt: null,
      botResolvedAt: null,
      facts: [{ kind: 'created', at, userId: null }],
    };
    this.chats.add(chat);
    return chat;
  }

  hear(chat: Chat, at: number): void {
    chat.facts.push({ kind: 'incoming', at, userId: null });
    chat.waitingSince ??= at;
    if (chat.status === 'resolved') this.#moveTo(chat, chat.inbox.hasBot ? 'pending' : 'open', at);
    else if (chat.status === 'snoozed') this.#moveTo(chat, 'open', at);
  }

  answer(chat: Chat, userId: number, at: number): void {
    chat.facts.push({ kind: 'outgoing', at, userId });
    const from = chat.isAnswered ? chat.waitingSince : (chat.openedAt ?? chat.botResolvedAt ?? chat.createdAt);
    if (from !== null) chat.facts.push({ kind: chat.isAnswered ? 'reply' : 'first_response', at, userId, from });
    chat.isAnswered = true;
    chat.waitingSince = null;
  }

  move(chat: Chat, status: Chat['status'], at: number, by: 'bot' | 'person'): void {
    if (chat.status === status) return;
    const before = chat.status;
    this.#moveTo(chat, status, at);
    if (by === 'person') return;
    const outcome = { at, userId: chat.assigneeId };
    if (status === 'resolved') {
      chat.facts.push({ kind: 'bot_resolved', ...outcome });
      chat.botResolvedAt = at;
    }
    if (status === 'open' && before === 'pending') {
      chat.facts.push({ kind: 'bot_handoff', ...outcome });
      chat.waitingSince ??= at;
    }
  }

  #moveTo(chat: Chat, status: Chat['status'], at: number): void {
    chat.status = status;
    if (status === 'open') chat.openedAt = at;
    if (status !== 'resolved') return;
    chat.waitingSince = null;
    chat.facts.push({ kind: 'resolved', at, userId: chat.assigneeId, from: chat.createdAt });
  }

  /** The facts of this kind in the range that count for them, each with its conversation. */
  factsOf(kind: Kind, { type, key }: Whose, { since, until }: Range): { fact: Fact; chat: Chat }[] {
    const belongs = (chat: Chat, fact: Fact) => {
      if (type === 'account') return true;
      if (type === 'inbox') return chat.inbox.id === key;
      if (type === 'team') return chat.teamId === key;
      if (type === 'label') return chat.labels.includes(String(key));
      return (kind === 'created' ? chat.assigneeId : fact.userId) === key;
    };
    return [...this.chats].flatMap((chat) =>
      chat.facts
        .filter((fact) => fact.kind === kind && fact.at >= since && fact.at < until && belongs(chat, fact))
        .map((fact) => ({ fact, chat })),
    );
  }

  /** How often that happened in the range, and how long it took on average; null = it did not happen. */
  metric(name: string, whose: Whose, range: Range, inBusinessHours: boolean): { value: number | null; count: number } {
    const kind = KINDS[name]!;
    const facts = this.factsOf(kind, whose, range);
    const count = facts.length;
    if (!TIMES.includes(name)) return { value: count, count };
    const seconds = facts.map(({ fact, chat }) =>
      inBusinessHours ? openSeconds(chat.inbox.hours, fact.from!, fact.at) : fact.at - fact.from!,
    );
    return { value: count === 0 ? null : seconds.reduce((sum, each) => sum + each, 0) / count, count };
  }
}

const KINDS: Record<string, Kind> = {
  conversations_count: 'created',
  incoming_messages_count: 'incoming',
  outgoing_messages_count: 'outgoing',
  avg_first_response_time: 'first_response',
  avg_resolution_time: 'resolved',
  reply_time: 'reply',
  resolutions_count: 'resolved',
  bot_resolutions_count: 'bot_resolved',
  bot_handoffs_count: 'bot_handoff',
};
export const TIMES = ['avg_first_response_time', 'avg_resolution_time', 'reply_time'];
export const METRICS = Object.keys(KINDS);

function openSeconds(hours: Hours, from: number, to: number): number {
  if (hours === null) return to - from;
  let open = 0;
  for (let minute = Math.floor(from / 60); minute * 60 < to; minute += 1) {
    if (!isOpen(hours, hours.zone.at(minute))) continue;
    open += Math.min(to, (minute + 1) * 60) - Math.max(from, minute * 60);
  }
  return open;
}

function isOpen(hours: NonNullable<Hours>, { weekday, minutes }: { weekday: number; minutes: number }): boolean {
  if (weekday === hours.allDay) return true;
  return weekday !== hours.closed && minutes >= hours.opens && minutes < hours.closes;
}

/** The periods of the range, with when each begins and ends, by the clocks of the zone. */
export function periodsOf({ since, until }: Range, period: Period, zone: LocalTime): Range[] {
  const at = (minute: number) => zone.periodAt(minute, period);
  let minute = Math.floor(since / 900) * 15;
  while (at(minute - 15) === at(minute)) minute -= 15;
  const periods: Range[] = [];
  while (minute * 60 < until) {
    let end = minute + 15;
    while (at(end) === at(minute)) end += 15;
    periods.push({ since: minute * 60, until: end * 60 });
    minute = end;
  }
  return periods;
}
