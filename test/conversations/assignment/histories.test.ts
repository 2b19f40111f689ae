import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { given, givenCapacity, givenPolicy, type Open, openOnes, settled } from '../../support/assignment/policies.ts';
import { givenAccount, givenAgentOnline, givenContact, givenInbox, type TestAccount } from '../../support/factories.ts';
import { randomFrom } from '../../../bin/seed/random.ts';

// Random days of a small team: after each thing that happens, what was assigned automatically must be what the policies allow, and
// nothing may wait that somebody could take. Who is next is not computed here as it is there, but told from what was seen before.

const HISTORIES = Number(process.env['PARLEY_TEST_ASSIGNMENT_HISTORIES'] ?? 4);
const SEED = Number(process.env['PARLEY_TEST_ASSIGNMENT_SEED'] ?? 20_261_126);
const STEPS = 40;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

type Member = { id: number; limit: number; isOnline: boolean; chosen: number };
type World = {
  account: TestAccount;
  members: Member[];
  order: 'round_robin' | 'balanced';
  create(): Promise<unknown>;
  setLimit(member: Member, limit: number): Promise<unknown>;
  /** How many were chosen so far. */
  turns: number;
};

async function givenWorld(pick: (most: number) => number): Promise<World> {
  const account = await givenAccount(test);
  const inbox = await givenInbox(account);
  const contact = await givenContact(account);
  const order = pick(2) === 0 ? 'round_robin' : 'balanced';
  await givenPolicy(account, inbox, { assignment_order: order, fair_distribution_limit: 1000 });
  const members: Member[] = [];
  const paths = new Map<Member, string>();
  for (let count = 0; count < 2 + pick(3); count += 1) {
    const agent = await givenAgentOnline(test, account, `Agent ${count}`);
    const limit = 1 + pick(4);
    const member = { id: agent.id, limit, isOnline: true, chosen: 0 };
    const { limitPath } = await givenCapacity(account, inbox, limit, [agent], { name: agent.name });
    members.push(member);
    paths.set(member, limitPath);
  }
  return {
    account,
    members,
    order,
    create: () => given(account, '/conversations', { inbox_id: inbox.id, contact_id: contact.id }),
    setLimit: (member, limit) => account.call('PATCH', paths.get(member) ?? '', { conversation_limit: limit }),
    turns: 0,
  };
}

/** Something that happens; what a person assigns is told, because that is not limited. */
type Step = { what: string; byHand?: Map<number, number | null> };

async function step(world: World, open: Open[], pick: (most: number) => number): Promise<Step> {
  const { account, members } = world;
  const member = members[pick(members.length)]!;
  const some = open[pick(Math.max(1, open.length))];
  const kind = pick(10);
  if (kind < 4 || !some) {
    await world.create();
    return { what: 'create' };
  }
  if (kind < 6) {
    await account.call('POST', `/conversations/${some.number}/toggle_status`, { status: 'resolved' });
    return { what: `resolve ${some.number}` };
  }
  if (kind === 6) {
    const to = pick(3) === 0 ? null : member.id;
    await account.call('POST', `/conversations/${some.number}/assignments`, { assignee_id: to });
    return { what: `give ${some.number} to ${to}`, byHand: new Map([[some.number, to]]) };
  }
  if (kind === 7) {
    member.limit = pick(5);
    await world.setLimit(member, member.limit);
    // What was too much before is noticed within a minute, or with whatever happens next.
    await account.call('PATCH', `/agents/${member.id}`, { availability: member.isOnline ? 'online' : 'busy' });
    return { what: `limit ${member.id} to ${member.limit}` };
  }
  member.isOnline = !member.isOnline;
  await account.call('PATCH', `/agents/${member.id}`, { availability: member.isOnline ? 'online' : 'busy' });
  return { what: `${member.id} ${member.isOnline ? 'comes' : 'goes'}` };
}

const numberOf = (open: Open[], member: Member) => open.filter(({ assignee }) => assignee === member.id).length;

/** What is wrong after the step; empty = nothing. */
function problems(world: World, before: Open[], after: Open[], done: Step): string[] {
  const automatic = assignedAutomatically(before, after, done);
  const found: string[] = [];
  for (const { number, assignee } of automatic) {
    const member = world.members.find(({ id }) => id === assignee);
    if (!member?.isOnline) found.push(`${number} went to ${assignee}, who is away`);
    else if (numberOf(after, member) > member.limit) found.push(`${member.id} has more than ${member.limit}`);
  }
  const waiting = after.filter(({ assignee }) => assignee === null);
  const free = world.members.filter((member) => member.isOnline && numberOf(after, member) < member.limit);
  if (waiting.length > 0 && free.length > 0) found.push(`${waiting[0]?.number} waits, and ${free[0]?.id} is free`);
  for (const { number } of automatic) {
    const earlier = waiting.find((other) => other.number < number);
    if (earlier) found.push(`${number} went before ${earlier.number}`);
  }
  if (automatic.length === 1) found.push(...wrongChoice(world, after, automatic[0]!));
  return found;
}

/** The conversations that somebody has since the step, though no person gave it to them; by number. */
function assignedAutomatically(before: Open[], after: Open[], { byHand }: Step): Open[] {
  const was = new Map(before.map(({ number, assignee }) => [number, assignee]));
  const previous = (number: number) => (byHand?.has(number) ? byHand.get(number) : was.get(number)) ?? null;
  return after.filter(({ number, assignee }) => assignee !== null && assignee !== previous(number));
}

/** Whether another member should have been chosen for the only conversation that was assigned. */
function wrongChoice(world: World, after: Open[], { number, assignee }: Open): string[] {
  const others = after.filter((one) => one.number !== number);
  const rank = (member: Member) => (world.order === 'balanced' ? numberOf(others, member) : member.chosen);
  const chosen = world.members.find(({ id }) => id === assignee);
  const better = world.members.filter(
    (member) => chosen && member.isOnline && numberOf(others, member) < member.limit && rank(member) < rank(chosen),
  );
  return better.map(({ id }) => `${number} went to ${assignee} and not to ${id}, by ${world.order}`);
}

/** Conversations are assigned in the order of their numbers. */
function noteChosen(world: World, assignee: number | null): void {
  world.turns += 1;
  const member = world.members.find(({ id }) => id === assignee);
  if (member) member.chosen = world.turns;
}

describe('a random history', () => {
  it.each(Array.from({ length: HISTORIES }, (_, index) => SEED + index))(
    'with the seed %i keeps to the policies',
    async (seed) => {
      const random = randomFrom(seed);
      const pick = (most: number) => Math.floor(random.next() * most);
      const world = await givenWorld(pick);
      const told: string[] = [];
      let before: Open[] = [];

      for (let count = 0; count < STEPS; count += 1) {
        const done = await step(world, before, pick);
        await settled(test, world.account);
        const after = await openOnes(test, world.account);
        told.push(done.what);
        const wrong = problems(world, before, after, done);
        if (wrong.length > 0) throw new Error(`${wrong.join('; ')}, after: ${told.join(', ')}`);
        for (const { assignee } of assignedAutomatically(before, after, done)) noteChosen(world, assignee);
        before = after;
      }

      expect(world.turns).toBeGreaterThan(1);
    },
    120_000,
  );
});
