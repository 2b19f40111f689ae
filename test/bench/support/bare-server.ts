/**
 * The limit that Parley is measured against: node:http and prepared statements on a copy of Parley's own database,
 * doing the same durable work for the same two requests, and nothing else: no validation, permissions, limits or logs.
 *   node test/bench/support/bare-server.ts DATABASE PORT
 */
import Database from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

const [, , file, port] = process.argv;
const database = new Database(file!);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');

const findToken = database.prepare<[string], { owner_id: number; account_id: number }>(
  `select t.owner_id, m.account_id from access_tokens t
   join account_users m on m.user_id = t.owner_id where t.digest = ? and t.owner_type = 'User'`,
);
const countOpen = database.prepare<[number], { n: number }>(
  `select sum(count) n from conversation_counts where account_id = ? and status = 'open'`,
);
const listPage = database.prepare<[number], Record<string, unknown>>(
  `select c.display_id, c.uuid, c.status, c.priority, c.muted, c.inbox_id, c.assignee_id, c.unread_count,
     c.last_activity_at, c.created_at, c.updated_at, c.waiting_since, c.custom_attributes, c.additional_attributes,
     p.id contact_id, p.name contact_name, p.email contact_email, p.phone_number, p.identifier, p.custom_attributes
     contact_attributes, m.id message_id, m.content, m.message_type, m.content_type, m.status message_status,
     m.private, m.sender_type, m.sender_id, m.created_at message_created_at
   from conversations c join contacts p on p.id = c.contact_id left join messages m on m.id = c.last_message_id
   where c.account_id = ? and c.status = 'open' order by c.last_activity_at desc, c.id desc limit 15`,
);
const findConversation = database.prepare<[number, number], { id: number; inbox_id: number }>(
  `select id, inbox_id from conversations where account_id = ? and display_id = ?`,
);
const insertMessage = database.prepare(
  `insert into messages (account_id, inbox_id, conversation_id, message_type, content, sender_type, sender_id,
     created_at, updated_at) values (?, ?, ?, 'outgoing', ?, 'User', ?, ?, ?)`,
);
const updateConversation = database.prepare(
  `update conversations set last_message_id = ?, last_non_activity_message_id = ?, last_activity_at = ?, updated_at = ? where id = ?`,
);
const insertEvent = database.prepare(
  `insert into events (account_id, type, payload, created_at) values (?, 'message_created', ?, ?)`,
);
const begin = database.prepare('begin immediate');
const commit = database.prepare('commit');

function create(accountId: number, userId: number, displayId: number, content: string) {
  begin.run();
  const conversation = findConversation.get(accountId, displayId)!;
  const now = Date.now();
  const { lastInsertRowid } = insertMessage.run(
    accountId,
    conversation.inbox_id,
    conversation.id,
    content,
    userId,
    now,
    now,
  );
  const id = Number(lastInsertRowid);
  updateConversation.run(id, id, now, now, conversation.id);
  const message = { id, content, message_type: 1, conversation_id: displayId, sender: { id: userId }, created_at: now };
  insertEvent.run(accountId, JSON.stringify({ message, conversation }), now);
  commit.run();
  return message;
}

createServer((request, response) => {
  const token = createHash('sha256').update(String(request.headers['api_access_token'])).digest('hex');
  const caller = findToken.get(token);
  if (!caller) return void response.writeHead(401).end();
  if (request.method === 'GET') {
    const rows = listPage.all(caller.account_id);
    const count = countOpen.get(caller.account_id)!.n;
    return void answer(200, { data: { meta: { count }, payload: rows } });
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as { content: string };
    const displayId = Number(request.url!.split('/')[6]);
    answer(201, create(caller.account_id, caller.owner_id, displayId, body.content));
  });

  function answer(status: number, body: object): void {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
}).listen(Number(port), '127.0.0.1', () => console.log('ready'));
