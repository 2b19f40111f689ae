import type { Random } from '../../../../bin/seed/random.ts';

export const KINDS = ['widget', 'email', 'api', 'whatsapp'] as const;
export type Kind = (typeof KINDS)[number];

export const AGENTS = ['Alma Ahlgren', 'Ben Brook', 'Chiara Conti'] as const;
export const LABELS = ['vip', 'refund', 'warranty'] as const;
export const TEAMS = ['logistics', 'accounting'] as const;
const PRIORITIES = ['urgent', 'high', 'medium', 'low'] as const;
/** The customers of each kind of inbox. */
const CUSTOMERS = 5;

/** What an agent or a customer does. Each text has a mark of its own. */
export type Act =
  | { does: 'write' | 'answer' | 'note' | 'take back'; text: string }
  /** The place of an agent in `AGENTS`; null = nobody. */
  | { does: 'assign'; to: number | null }
  /** Adds the label, or takes it away. */
  | { does: 'label'; title: string }
  | { does: 'prioritize'; priority: (typeof PRIORITIES)[number] }
  | { does: 'give to team'; team: string }
  | { does: 'snooze'; until: 'Until they reply' | 'Tomorrow' }
  | { does: 'resolve' | 'reopen' };

export const TROUBLES = ['reload', 'no line', 'other tab'] as const;
/**
 * What happens beside the work of an agent: the page is loaded again right after it, it is done without a connection, or in another
 * tab, in which the agent stays.
 */
export type Trouble = (typeof TROUBLES)[number];

/** What somebody does in a row. */
export type Turn = { by: 'customer' | number; acts: Act[]; trouble?: Trouble };

/** A conversation from its first message to the end of the day. */
export type Story = { number: number; kind: Kind; customer: number; turns: Turn[] };

/** A conversation as it has to be. */
export type Expected = {
  messages: { mark: string; isPrivate: boolean; isIncoming: boolean }[];
  status: 'open' | 'resolved' | 'snoozed';
  assignee: number | null;
  labels: string[];
  priority: string | null;
  team: string | null;
};

export const BEGUN: Expected = {
  messages: [],
  status: 'open',
  assignee: null,
  labels: [],
  priority: null,
  team: null,
};

const MARK = /\bm\d+x\d+\b/g;
/** The marks of all texts of the day in `text`. */
export const marksIn = (text: string): string[] => text.match(MARK) ?? [];

const QUESTIONS = ['Where is my parcel?', 'The invoice has the wrong name', 'One leg is broken', 'Is it in stock?'];
const ANSWERS = ['Let me look', 'It is on its way', 'We send you another one', 'Thank you for the picture'];
const NOTES = ['Ask the warehouse', 'Already called twice', 'They are in a hurry'];

/** The conversations of a day, of each customer in their order. The same numbers of `random` make the same day. */
export function planDay(count: number, random: Random): Story[] {
  return Array.from({ length: count }, (_, at) => {
    const customer = Math.floor(at / KINDS.length) % CUSTOMERS;
    const isLast = at + KINDS.length * CUSTOMERS >= count;
    return planStory({ number: at + 1, kind: KINDS[at % KINDS.length]!, customer, turns: [] }, isLast, random);
  });
}

/** `isLast`: the customer begins no other conversation that day. */
function planStory(story: Story, isLast: boolean, random: Random): Story {
  const [owner, other] = random.shuffled(AGENTS.map((_, at) => at)) as [number, number];
  const isDrawn = (chance: number) => random.next() < chance;
  const { turns } = story;
  let texts = 0;
  const textOf = (all: readonly string[]) => `${random.pick(all)} m${story.number}x${(texts += 1)}`;
  const write = () => {
    const acts: Act[] = [{ does: 'write', text: textOf(QUESTIONS) }];
    if (isDrawn(0.3)) acts.push({ does: 'write', text: textOf(QUESTIONS) });
    turns.push({ by: 'customer', acts });
  };
  const sort = (): Act[] => [
    ...random
      .shuffled(LABELS)
      .slice(0, Math.floor(random.next() * 3))
      .map((title): Act => ({ does: 'label', title })),
    ...(isDrawn(0.5) ? [{ does: 'prioritize', priority: random.pick(PRIORITIES) } as const] : []),
    ...(isDrawn(0.5) ? [{ does: 'give to team', team: random.pick(TEAMS) } as const] : []),
  ];
  const answer = (): Act => ({ does: 'answer', text: textOf(ANSWERS) });

  write();
  const take: Act = { does: 'assign', to: owner };
  if (isDrawn(0.2)) turns.push({ by: other, acts: [take] }, { by: owner, acts: sort() });
  else turns.push({ by: owner, acts: [...(isDrawn(0.85) ? [take] : []), ...sort()] });
  for (let rounds = isDrawn(0.4) ? 2 : 1; rounds > 0; rounds -= 1) {
    if (isDrawn(0.25)) turns.push({ by: other, acts: [{ does: 'note', text: textOf(NOTES) }] });
    const acts = [answer()];
    if (isDrawn(0.15)) acts.unshift({ does: 'take back', text: textOf(ANSWERS) });
    if (isDrawn(0.2)) acts.push({ does: 'label', title: random.pick(LABELS) });
    if (isDrawn(0.3)) acts.push({ does: 'snooze', until: isDrawn(0.5) ? 'Until they reply' : 'Tomorrow' });
    turns.push({ by: isDrawn(0.15) ? other : owner, acts });
    write();
  }
  turns.push(...endOf(story.kind, isLast));
  const trouble = TROUBLES[Math.floor(story.number / 5) % TROUBLES.length]!;
  const answering = turns.findLast(({ acts }) => acts.some(({ does }) => does === 'answer'));
  if (story.number % 5 === 3 && answering) answering.trouble = trouble;
  story.turns = turns.filter(({ acts }) => acts.length > 0);
  return story;

  function endOf(kind: Kind, isLast: boolean): Turn[] {
    const resolved: Turn = { by: owner, acts: [answer(), { does: 'resolve' }] };
    // Chats on a website and in WhatsApp go on in a new conversation when one is resolved, and in the same one when it is not.
    const goesOn = kind === 'widget' || kind === 'whatsapp';
    if (goesOn && !isLast) return [resolved];
    const ends: (() => Turn[])[] = [
      () => [resolved],
      () => [resolved, { by: other, acts: [{ does: 'reopen' }] }],
      () => [{ by: owner, acts: [answer(), { does: 'snooze', until: 'Tomorrow' }] }],
      () => [{ by: owner, acts: [{ does: 'assign', to: null }] }],
      () => [{ by: owner, acts: [{ does: 'assign', to: other }] }],
    ];
    const again = (): Turn[] => [
      resolved,
      { by: 'customer', acts: [{ does: 'write', text: textOf(QUESTIONS) }] },
      ...(isDrawn(0.5) ? [{ by: owner, acts: [answer(), { does: 'resolve' } as const] }] : []),
    ];
    return random.pick(goesOn ? ends : [...ends, again, again])();
  }
}

/** What the conversation is after somebody has done this. The agent who opens it anew has it from then on. */
export function after(before: Expected, act: Act, by: Turn['by']): Expected {
  switch (act.does) {
    case 'take back':
      return before;
    case 'write':
    case 'answer':
    case 'note': {
      const [isPrivate, isIncoming] = [act.does === 'note', act.does === 'write'];
      const messages = [...before.messages, { mark: marksIn(act.text)[0]!, isPrivate, isIncoming }];
      return { ...before, messages, status: isIncoming ? 'open' : before.status };
    }
    case 'assign':
      return { ...before, assignee: act.to };
    case 'label': {
      const without = before.labels.filter((title) => title !== act.title);
      const has = without.length < before.labels.length;
      return { ...before, labels: has ? without : [...without, act.title].toSorted() };
    }
    case 'prioritize':
      return { ...before, priority: act.priority };
    case 'give to team':
      return { ...before, team: act.team };
    case 'snooze':
      return { ...before, status: 'snoozed' };
    case 'resolve':
      return { ...before, status: 'resolved' };
    case 'reopen':
      return { ...before, status: 'open', assignee: by === 'customer' ? before.assignee : by };
  }
}
