import type { Db } from '../../../src/db/database.ts';
import type { RequestOptions } from '../app.ts';
import type { OpenInbox, StartedChannel, TestChannel } from './channel.ts';

/** An inbox of a channel on one server or several. */
export type Stage = {
  channel: TestChannel;
  started: StartedChannel;
  open: OpenInbox;
  /** `path`: /api/v1/accounts/{id}; `token`: that of its administrator. */
  account: { id: number; path: string; token: string };
  /** Asks one of the servers, another each time. */
  request(method: string, path: string, options: RequestOptions): Promise<StageAnswer>;
  read<T>(work: (rows: Db) => Promise<T>): Promise<T>;
  /** Lets so much time pass, where the stage has a clock, until nothing is to do. */
  pass(ms: number): Promise<void>;
};

// Tests read a body by its keys, and check themselves what is there.
// oxlint-disable-next-line typescript/no-explicit-any
export type StageAnswer = { status: number; text: string; body: any };

/** The numbers of the conversations of the contact with this id in the channel. */
export async function conversationsOf({ read, open }: Stage, contact: string): Promise<number[]> {
  const rows = await read((db) =>
    db
      .selectFrom('conversations as c')
      .innerJoin('contact_inboxes as ci', 'ci.id', 'c.contact_inbox_id')
      .select('c.display_id as number')
      .where('c.inbox_id', '=', open.inbox.id)
      .where('ci.source_id', '=', contact)
      .execute(),
  );
  return rows.map(({ number }) => number);
}
