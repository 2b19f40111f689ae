import type { Taken, ToldStatus } from './channel.ts';
import { marksIn } from './marks.ts';
import type { Play, Someone, Wrote } from './play.ts';
import { conversationsOf } from './stage.ts';

type Shown = {
  id: number;
  message_type: number;
  content: string | null;
  status: ToldStatus;
  source_id: string | null;
  external_error: string | null;
  attachments: { file_type: string }[];
  content_attributes: Record<string, unknown>;
};

/** Attachments without a file. */
const NO_FILES = ['location', 'contact'];
/** As statuses follow each other. */
const RANKS: ToldStatus[] = ['sent', 'delivered', 'read'];
/** What may go wrong and keeps no message from arriving. */
const HARMLESS = ['none', 'late'];
const TOO_LATE = 'has not written in the last';
const DOUBT = 'it is not known whether';

/**
 * What is wrong after a play in which all has come to its end; [] = nothing is lost, nothing arrived twice, all is in its
 * order, and what failed says so.
 */
export async function problemsOf(play: Play): Promise<string[]> {
  const taken = play.taken();
  const all = await Promise.all(
    play.people.map(async (someone) => {
      const conversations = await conversationsOf(play.stage, someone.id);
      if (conversations.length !== 1) return [`${someone.id} has ${conversations.length} conversations`];
      const messages = await messagesOf(play, conversations[0]!);
      return [
        ...heardProblems(someone, messages),
        ...orderProblems(someone, taken),
        ...someone.wrote.flatMap((wrote) => wroteProblems(play, wrote, messages, taken)),
      ];
    }),
  );
  return [...twice(play, taken), ...all.flat(), ...(await leftBehind(play))];
}

async function messagesOf({ stage: { account, request } }: Play, conversation: number): Promise<Shown[]> {
  const path = `${account.path}/conversations/${conversation}/messages?per_page=100`;
  const { body } = await request('GET', path, { token: account.token });
  return body.payload;
}

function heardProblems({ id, heard }: Someone, messages: Shown[]): string[] {
  const incoming = messages.filter(({ message_type: type }) => type === 0);
  const [expected, found] = [heard.map((one) => one.id), incoming.map(({ source_id: source }) => source)];
  if (expected.join() !== found.join()) return [`${id} said ${expected.join()}, shown is ${found.join()}`];
  return heard.flatMap(({ id, text, files, isDeleted }, index) => {
    const { content, attachments, content_attributes: attributes } = incoming[index]!;
    const isGone = attributes['deleted'] === true;
    if (isDeleted || isGone) return isDeleted === isGone ? [] : [`${id} is ${isGone ? '' : 'not '}taken back`];
    const lacks = attributes['external_files'];
    const found = attachments.filter(({ file_type: type }) => !NO_FILES.includes(type)).length;
    return [
      ...((content ?? '').includes(text) ? [] : [`${id} says ${content} instead of ${text}`]),
      ...(found === files ? [] : [`${id} has ${found} files of ${files}`]),
      ...(lacks === undefined ? [] : [`${id} lacks files: ${JSON.stringify(lacks)}`]),
    ];
  });
}

/** Nothing of a message arrives before one that was written earlier has arrived wholly. */
function orderProblems({ wrote }: Someone, taken: Taken[]): string[] {
  const places = taken.flatMap((one) => marksIn(one)).map((mark) => wrote.findIndex((one) => one.mark === mark));
  const own = places.filter((place) => place >= 0);
  const isOrdered = own.every((place, index) => index === 0 || place >= own[index - 1]!);
  return isOrdered ? [] : [`messages came in the order ${own.join()}`];
}

function twice({ stage: { channel } }: Play, taken: Taken[]): string[] {
  const parts = taken.map((one) => channel.partOf(one));
  return parts.filter((part, index) => parts.indexOf(part) !== index).map((part) => `twice: ${part}`);
}

function wroteProblems(play: Play, { id, mark, signs }: Wrote, messages: Shown[], taken: Taken[]): string[] {
  const { channel } = play.stage;
  const message = messages.find((one) => one.id === id);
  if (!message) return [`${mark} is gone`];
  const parts = taken.filter((one) => marksIn(one).includes(mark));
  const arrived = JSON.stringify(parts.map(({ sent }) => sent));
  const isWhole = signs.every((sign) => arrived.includes(sign));
  const told = parts.flatMap((part) => play.told.get(channel.partOf(part)) ?? []);
  const problem = (text: string) => [`${mark} ${text}: ${JSON.stringify({ message, told, parts: parts.length })}`];

  if (message.status === 'failed') {
    const reason = message.external_error ?? '';
    if (reason === '') return problem('failed without a reason');
    if (told.includes('failed') || reason.includes(TOO_LATE)) return [];
    if (play.faults.every((name) => HARMLESS.includes(name))) return problem('failed, but nothing went wrong');
    if (isWhole && !reason.includes(DOUBT)) return problem('failed, but arrived');
    if (isWhole && channel.isRepeatable && !play.faults.includes('refused')) {
      return problem('failed, but could have been repeated');
    }
    const isKnown =
      channel.hasHandle && parts.length === 1 && told.length > told.filter((one) => one === 'sent').length;
    return isWhole && isKnown && signs.length === 1 ? problem('failed, but its status was told') : [];
  }
  if (!isWhole) return problem('did not arrive wholly');
  const expected = told.includes('failed') ? 'failed' : highest(told);
  if (message.status !== expected) return problem(`is not ${expected}`);
  const isQueued = message.content_attributes['external_delivery'] === 'queued';
  return isQueued ? problem('is still queued') : [];
}

const highest = (told: ToldStatus[]): ToldStatus => RANKS.findLast((status) => told.includes(status)) ?? 'sent';

/** What waits, or could not be handled. */
async function leftBehind({ stage: { read, account, open } }: Play): Promise<string[]> {
  return read(async (rows) => {
    const events = await rows
      .selectFrom('received_events')
      .select(['status', 'error'])
      .where('inbox_id', '=', open.inbox.id)
      .where('status', 'in', ['waiting', 'failed'])
      .execute();
    const sendings = await rows
      .selectFrom('sendings')
      .select('message_id')
      .where('inbox_id', '=', open.inbox.id)
      .where('status', '=', 'queued')
      .execute();
    const jobs = await rows
      .selectFrom('jobs')
      .select(['kind', 'last_error as error'])
      .where('account_id', '=', account.id)
      .where('status', '=', 'dead')
      .where((eb) => eb.or([eb('kind', 'like', 'send_by_%'), eb('kind', 'in', ['receive_events', 'fetch_files'])]))
      .execute();
    return [
      ...events.map(({ status, error }) => `an event is ${status}: ${error}`),
      ...sendings.map(({ message_id: id }) => `message ${id} is still queued`),
      ...jobs.map(({ kind, error }) => `a job ${kind} is dead: ${error}`),
    ];
  });
}
