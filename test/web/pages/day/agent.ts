import type { TestApp } from '../../../support/app.ts';
import { givenAgent, type TestAccount } from '../../../support/factories.ts';
import { givenConnection } from '../../../support/web/connection.ts';
import { type ConsolePage, Consoles, letSignIn } from '../console-page.ts';
import { Desk, type DeskStatus, type DeskView } from '../desk.ts';
import { type Act, AGENTS, type Turn } from './plan.ts';

/** An agent with the console in a browser of their own. */
export type Agent = {
  id: number;
  name: string;
  /** The open tabs, in which the browser has complained of `problems`. */
  tabs: { desk: Desk; problems: string[] }[];
  /**
   * Does this in the conversation, after all that the agent was asked for before. Returns what was done: on a busy machine, a
   * message may be sent before it is taken back.
   */
  do(conversationId: number, turn: Turn): Promise<Act[]>;
  close(): Promise<void>;
};

/** Shown while the agent works, so that each conversation can be reached. */
export const WORKING: [DeskView, DeskStatus] = ['All', 'All'];
const ADDRESS = 'dashboard?assignee=all&status=all';
/** A browser with an agent has no more tabs. */
const MOST_TABS = 2;
/** Chromium complains of each request that a lost line has cut. */
const CUT = /net::ERR_/;

/** Signs in a new agent of the account. */
export async function openAgent(test: TestApp, account: TestAccount, name: string): Promise<Agent> {
  const user = await givenAgent(test, account, name);
  await letSignIn(test, user);
  const connection = await givenConnection(test.url);
  const consoles = new Consoles();
  consoles.test = { ...test, url: connection.url };
  const tabs: Agent['tabs'] = [];
  const pages: ConsolePage[] = [];
  const path = `/app/accounts/${account.id}/${ADDRESS}`;

  async function open(known?: ConsolePage): Promise<void> {
    const opened = await consoles.open(path, known ? { context: known.context } : {});
    if (!known) await opened.signIn(user.email);
    const desk = new Desk(opened.page);
    await desk.list.waitFor();
    pages.push(opened);
    tabs.push({
      desk,
      get problems() {
        return opened.problems.filter((problem) => !CUT.test(problem));
      },
    });
  }

  /** The agent goes on in another tab; the oldest, which has the socket of both, is closed when there are too many. */
  async function changeTab(): Promise<void> {
    await open(pages.at(-1));
    if (tabs.length <= MOST_TABS) return;
    tabs.shift();
    await pages.shift()!.page.close({ runBeforeUnload: true });
  }

  async function take(id: number, { acts, trouble }: Turn): Promise<Act[]> {
    const done: Act[] = [];
    if (trouble === 'other tab') await changeTab();
    const { desk } = tabs.at(-1)!;
    const lost = desk.page.getByRole('status').filter({ hasText: 'Connection lost' });
    await desk.open(id);
    if (trouble === 'no line') connection.cut();
    for (const act of acts) done.push(await perform(desk, act));
    if (trouble === 'no line') {
      await lost.waitFor();
      connection.mend();
      await lost.waitFor({ state: 'detached' });
    }
    if (trouble === 'reload') {
      await desk.page.reload();
      await desk.list.waitFor();
    }
    return done;
  }

  await open();
  let last: Promise<unknown> = Promise.resolve();
  return {
    id: user.id,
    name,
    tabs,
    do(conversationId, turn) {
      const done = last.then(() => take(conversationId, turn));
      last = done.catch(() => {});
      return done;
    },
    async close() {
      await consoles.close();
      await connection.stop();
    },
  };
}

async function perform(desk: Desk, act: Act): Promise<Act> {
  switch (act.does) {
    case 'write':
      throw new Error('customers write');
    case 'take back':
      await desk.send(act.text);
      return (await desk.undo()) ? act : { does: 'answer', text: act.text };
    case 'answer':
      await desk.send(act.text);
      break;
    case 'note':
      await desk.send(act.text, 'Private note');
      break;
    case 'assign':
      await desk.choose('Assignee', act.to === null ? 'Nobody' : AGENTS[act.to]!);
      break;
    case 'label':
      await desk.choose('Labels', act.title);
      break;
    case 'prioritize':
      await desk.choose(
        'Priority',
        act.priority.replace(/^./, (letter) => letter.toUpperCase()),
      );
      break;
    case 'give to team':
      await desk.choose('Team', act.team);
      break;
    case 'snooze':
      await desk.snooze(act.until);
      break;
    default:
      await desk.button(act.does === 'resolve' ? 'Resolve' : 'Reopen').click();
  }
  return act;
}
