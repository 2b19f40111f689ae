import type { ConversationStatus, Priority } from '../../src/entities/conversation.ts';
import { DAY, HOUR, MINUTE } from '../../src/time.ts';
import type { Random } from './random.ts';
import type { Kind } from './inboxes.ts';
import { AGENTS, CONTACTS } from './people.ts';
import { FEEDBACK, type Line, LONG_THREAD, talksIn, TEAS } from './talks.ts';

export const CONVERSATIONS = 200;
/** How many days the conversations go back. */
const DAYS = 60;
/** The number of the conversation with many messages, and how many lines it has. */
const [LONG, LONG_LINES] = [140, 72];

/** How many of ten conversations are in an inbox of this kind; the first of them is used where a contact has no number. */
const KINDS: readonly Kind[] = [
  ...(['web_widget', 'web_widget', 'web_widget', 'email', 'email', 'email', 'api', 'api', 'whatsapp', 'sms'] as const),
];

export type Question = 'input_select' | 'form' | 'cards' | 'input_email' | 'article';
const QUESTIONS: readonly Question[] = ['input_select', 'form', 'cards', 'input_email', 'article'];

export type PlannedLine = Line & { at: number };

/** A conversation as it will be, with moments in Unix milliseconds; people, teams and inboxes by their place in the lists. */
export type PlannedConversation = {
  number: number;
  contact: number;
  kind: Kind;
  subject: string;
  order: string;
  label: string;
  lines: readonly PlannedLine[];
  assignee: number | null;
  team: number | null;
  priority: Priority | null;
  status: ConversationStatus;
  statusAt: number;
  snoozedUntil: number | null;
  isMuted: boolean;
  rating: { at: number; rating: number; feedback: string | null } | null;
  question: Question | null;
  /** Why the last answer did not arrive; null = it did. */
  failure: string | null;
};

/** Plans the conversations of the last 60 days before `now`, oldest first; the same again for the same numbers. */
export function planConversations(random: Random, now: number): PlannedConversation[] {
  return Array.from({ length: CONVERSATIONS }, (_, number) => plan(number, random, now));
}

function plan(number: number, random: Random, now: number): PlannedConversation {
  const isIn = (share: number) => random.next() < share;
  const { contact, kind } = choosePeople(number, random);
  const { language } = CONTACTS[contact] ?? { language: 'en' };
  const talk = random.pick(talksIn(language));
  const order = String(20_000 + number * 7);
  const tea = random.pick(TEAS);
  const fill = (text: string) => text.replaceAll('{order}', order).replaceAll('{tea}', tea);
  const written = number === LONG ? longThread() : talk.lines.map((line) => ({ ...line, text: fill(line.text) }));

  const isRecent = number > CONVERSATIONS * 0.78;
  const waits = isIn(isRecent ? 0.25 : 0.03);
  const lines = timed(waits ? written.slice(0, 1) : written, startOf(number, random, now), random, now);
  const lastAt = lines.at(-1)?.at ?? now;
  const statusAt = lastAt + between(random, 5 * MINUTE, HOUR);
  const chosen = waits ? 'open' : random.pick<ConversationStatus>(isRecent ? RECENT : OLD);
  const status = statusAt > now - MINUTE ? 'open' : chosen;
  const ratedAt = statusAt + between(random, 10 * MINUTE, 2 * HOUR);
  const isRated = status === 'resolved' && (kind === 'web_widget' || kind === 'api') && isIn(0.6) && ratedAt < now;
  const rating = random.pick([5, 5, 5, 5, 4, 4, 4, 3, 2, 1]);
  return {
    number,
    contact,
    kind,
    subject: fill(talk.subject),
    order,
    label: talk.label,
    lines,
    assignee: waits || isIn(0.2) ? null : Math.floor(random.next() * AGENTS.length),
    team: talk.label === 'wholesale' ? 1 : isIn(0.3) ? 0 : null,
    priority: isIn(0.35) ? random.pick<Priority>(['low', 'medium', 'high', 'urgent']) : null,
    status,
    statusAt,
    snoozedUntil: status === 'snoozed' ? now + between(random, 3 * HOUR, 6 * DAY) : null,
    isMuted: number % 50 === 21,
    rating: isRated ? { at: ratedAt, rating, feedback: random.pick(FEEDBACK[rating] ?? [null]) } : null,
    question: kind === 'web_widget' && number % 3 === 0 ? (QUESTIONS[(number / 3) % QUESTIONS.length] ?? null) : null,
    failure: kind === 'email' && number % 9 === 4 ? 'the mailbox does not exist' : null,
  };
}

const OLD: readonly ConversationStatus[] = [...Array<'resolved'>(17).fill('resolved'), 'open', 'pending', 'snoozed'];
const RECENT: readonly ConversationStatus[] = ['resolved', 'resolved', 'open', 'open', 'open', 'pending', 'snoozed'];

/** All contacts take part; those without a number of a phone, and of Japan, in the inboxes that reach them. */
function choosePeople(number: number, random: Random): { contact: number; kind: Kind } {
  const contact = number < CONTACTS.length ? number : Math.floor(random.next() * CONTACTS.length);
  const kind = KINDS[number % KINDS.length] ?? 'web_widget';
  const { phone, language } = CONTACTS[contact] ?? { phone: null, language: 'en' };
  if (language === 'ja' && number % 2 === 0) return { contact, kind: 'line' };
  const needsPhone = kind === 'whatsapp' || kind === 'sms';
  return { contact, kind: needsPhone && phone === null ? 'web_widget' : kind };
}

/** From seven in the morning to eight in the evening, in UTC; the later the number, the closer to now. */
function startOf(number: number, random: Random, now: number): number {
  const day = now - DAYS * DAY * (1 - number / CONVERSATIONS);
  const start = day - (day % DAY) + between(random, 7 * HOUR, 20 * HOUR);
  return start < now - 20 * MINUTE ? start : now - between(random, 20 * MINUTE, 10 * HOUR);
}

/** The lines with their moments; those that would be later than now are left out. */
function timed(lines: readonly Line[], start: number, random: Random, now: number): PlannedLine[] {
  let at = start;
  return lines
    .map((line, index) => {
      if (index > 0) at += random.next() < 0.08 ? 14 * HOUR : between(random, 2 * MINUTE, 70 * MINUTE);
      return { ...line, at };
    })
    .filter((line, index) => index === 0 || line.at < now - MINUTE);
}

const longThread = (): Line[] =>
  Array.from({ length: LONG_LINES }, (_, index) => LONG_THREAD[index % LONG_THREAD.length] ?? { by: 'note', text: '' });

const between = (random: Random, least: number, most: number) => Math.round(least + random.next() * (most - least));
