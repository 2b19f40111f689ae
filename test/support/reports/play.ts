import type { TestApp } from '../app.ts';
import {
  givenAccount,
  givenAgent,
  givenBot,
  givenContact,
  givenInbox,
  givenTeam,
  type TestAccount,
} from '../factories.ts';
import type { Random } from '../../../bin/seed/random.ts';
import { type Chat, type Hours, type Inbox, Ledger } from './ledger.ts';
import { LocalTime } from './local-time.ts';

const STEPS = 60;
const DAY = 86_400;

/** The clock of the server, in Unix seconds. */
export type Clock = { seconds: number };
export type Played = Awaited<ReturnType<typeof play>>;

/** Sums up what has happened, as a job does now and then. */
type SumUp = () => Promise<void>;

/** Does random things to conversations of a new account in the days around a time (`around`, Unix seconds) by the clocks of a zone. */
export async function play(
  test: TestApp,
  random: Random,
  clock: Clock,
  given: { zone: string; around: number; sumUp: SumUp },
) {
  const { zone, around, sumUp } = given;
  clock.seconds = around - 2 * DAY;
  const account = await givenAccount(test);
  const agents = [await givenAgent(test, account), await givenAgent(test, account)];
  const teams = [(await givenTeam(account)).id as number, (await givenTeam(account)).id as number];
  const labels = ['vip', 'refund'];
  for (const title of labels) await account.call('POST', '/labels', { title });
  const inboxes = [
    await givenInboxWith(account, zone, randomHours(random, zone), false),
    await givenInboxWith(account, zone, null, true),
  ];
  const bot = await givenBot(test, account, inboxes[1]!.id);
  const contact = await givenContact(account);
  const ledger = new Ledger();
  const begun = clock.seconds;
  const maybe = <T>(items: readonly T[]) => random.pick([null, ...items]);

  const call = async (method: string, path: string, body?: object, token?: string) => {
    const { status, text, body: answer } = await account.call(method, path, body, token ? { token } : {});
    if (status > 201) throw new Error(`${path}: ${text}`);
    return answer;
  };
  const post = (chat: Chat, path: string, body: object, token?: string) =>
    call('POST', `/conversations/${chat.id}/${path}`, body, token);
  const steps: Record<string, (chat: Chat) => Promise<void>> = {
    async hear(chat) {
      await post(chat, 'messages', { content: 'Hello?', message_type: 'incoming' });
      ledger.hear(chat, clock.seconds);
    },
    async answer(chat) {
      const agent = random.pick(agents);
      const { id } = await post(chat, 'messages', { content: 'Hi', message_type: 'outgoing' }, agent.token);
      ledger.answer(chat, agent.id, clock.seconds);
      // A message that is blanked has been written all the same.
      if (random.next() < 0.1) await call('DELETE', `/conversations/${chat.id}/messages/${id}`);
    },
    async note(chat) {
      await post(chat, 'messages', { content: 'Hm', message_type: 'outgoing', private: true }, agents[0]!.token);
    },
    async move(chat) {
      const status = random.pick(['open', 'resolved', 'pending'] as const);
      await post(chat, 'toggle_status', { status });
      ledger.move(chat, status, clock.seconds, 'person');
    },
    async snooze(chat) {
      await post(chat, 'toggle_status', { status: 'snoozed', snoozed_until: clock.seconds + 1000 * DAY });
      ledger.move(chat, 'snoozed', clock.seconds, 'person');
    },
    async bot(chat) {
      if (!chat.inbox.hasBot) return;
      const status = random.pick(['open', 'resolved'] as const);
      await post(chat, 'toggle_status', { status }, bot.token);
      ledger.move(chat, status, clock.seconds, 'bot');
    },
    async assign(chat) {
      chat.assigneeId = maybe(agents)?.id ?? null;
      await post(chat, 'assignments', { assignee_id: chat.assigneeId });
    },
    async team(chat) {
      const teamId = maybe(teams);
      if (teamId === chat.teamId) return;
      await post(chat, 'assignments', { team_id: teamId });
      chat.teamId = teamId;
      // Its members are none, so it goes to nobody.
      if (teamId !== null) chat.assigneeId = null;
    },
    async label(chat) {
      chat.labels = labels.filter(() => random.next() < 0.5);
      await post(chat, 'labels', { labels: chat.labels });
    },
    async remove(chat) {
      if (random.next() < 0.6) return;
      await account.call('DELETE', `/conversations/${chat.id}`);
      ledger.chats.delete(chat);
    },
    async disband() {
      if (teams.length === 1 || random.next() < 0.8) return;
      const [teamId] = teams.splice(0, 1);
      await account.call('DELETE', `/teams/${teamId}`);
      for (const chat of ledger.chats) if (chat.teamId === teamId) chat.teamId = null;
    },
    sumUp,
  };

  const kinds = ['hear', 'hear', 'hear', 'answer', 'answer', 'answer', ...Object.keys(steps)];
  for (let step = 0; step < STEPS; step += 1) {
    clock.seconds += 61 + Math.floor(random.next() ** 3 * 30_000);
    const chat = random.next() < 0.2 ? undefined : random.pick([undefined, ...ledger.chats]);
    if (chat) {
      await steps[random.pick(kinds)]!(chat);
      continue;
    }
    const inbox = random.pick(inboxes);
    const assigneeId = maybe(agents)?.id ?? null;
    const body = { inbox_id: inbox.id, contact_id: contact.id, assignee_id: assigneeId ?? undefined };
    const { id } = await call('POST', '/conversations', body);
    ledger.create(id, inbox, { teamId: null, assigneeId }, clock.seconds);
  }
  return {
    test,
    account,
    agents,
    teams,
    labels,
    inboxes,
    ledger,
    zone,
    lived: { since: begun, until: clock.seconds + 1 },
  };
}

/** Eight hours of each day; no clock is set back or forward at their ends. */
function randomHours(random: Random, zone: string): NonNullable<Hours> {
  const opens = 60 * (4 + Math.floor(random.next() * 11)) + 5;
  const [closed, allDay] = [Math.floor(random.next() * 7), Math.floor(random.next() * 7)];
  return { zone: LocalTime.of(zone), opens, closes: opens + 8 * 60, closed, allDay };
}

async function givenInboxWith(account: TestAccount, zone: string, hours: Hours, hasBot: boolean): Promise<Inbox> {
  const { id } = await givenInbox(account);
  const settings = hours ? { working_hours_enabled: true, timezone: zone, working_hours: weekOf(hours) } : {};
  const changed = await account.call('PATCH', `/inboxes/${id}`, { ...settings, enable_auto_assignment: false });
  if (changed.status !== 200) throw new Error(changed.text);
  return { id, hours, hasBot };
}

function weekOf({ opens, closes, closed, allDay }: NonNullable<Hours>) {
  const times = {
    open_hour: Math.floor(opens / 60),
    open_minutes: opens % 60,
    close_hour: Math.floor(closes / 60),
    close_minutes: closes % 60,
  };
  return Array.from({ length: 7 }, (_, day_of_week) => ({
    day_of_week,
    ...(day_of_week === allDay ? { open_all_day: true } : day_of_week === closed ? { closed_all_day: true } : times),
  }));
}
