import { createHash } from 'node:crypto';

/** The token of the administrator in the rows. */
export const TOKEN = 'token-of-the-first-version';
export const MESSAGES = ['Where is my order?', 'On its way!', "It's here: 100 % fine"];
export const CONTACT = { name: 'Zoë', email: 'zoe@example.com', phone_number: '+15550100' };

const AT = Date.parse('2026-11-21T12:00:00.000Z');

/**
 * Statements that insert, into the tables of the first version, an account with its administrator, an API inbox, a contact and a conversation
 * of three messages; each has the id 1, and the messages 1 to 3.
 */
export function firstRows(kind: 'sqlite' | 'postgresql'): string[] {
  // SQLite has milliseconds in columns of moments.
  const at = kind === 'sqlite' ? String(AT) : `'${new Date(AT).toISOString()}'`;
  const insert = (table: string, row: Record<string, string | number>, times = ['created_at', 'updated_at']) => {
    const names = [...Object.keys(row), ...times];
    const values = [...Object.values(row).map(valueOf), ...times.map(() => at)];
    return `insert into ${table} (${names.join(', ')}) values (${values.join(', ')})`;
  };
  const digest = createHash('sha256').update(TOKEN).digest('hex');
  const ids = { account_id: 1, inbox_id: 1, conversation_id: 1 };
  const [first, second, third] = MESSAGES as [string, string, string];
  const rows = [
    insert('accounts', { name: 'Acme', last_display_id: 1, contacts_count: 1 }),
    insert('users', { name: 'Ada', email: 'ada@example.com' }),
    insert('account_users', { account_id: 1, user_id: 1, role: 'administrator' }),
    insert('access_tokens', { owner_type: 'User', owner_id: 1, digest }, ['created_at']),
    insert('channels', { account_id: 1, type: 'api', identifier: 'first-inbox' }),
    insert('inboxes', { account_id: 1, channel_id: 1, name: 'Support', working_hours: '[]' }),
    insert('contacts', { account_id: 1, name_key: 'zoë', ...CONTACT }),
    insert('contact_inboxes', { contact_id: 1, inbox_id: 1, source_id: 'first-source' }),
    insert(
      'conversations',
      {
        account_id: 1,
        inbox_id: 1,
        contact_id: 1,
        contact_inbox_id: 1,
        display_id: 1,
        uuid: '5d0c4a5e-2d0c-4c2b-9f2e-0b6f6f3b1a11',
        last_message_id: 3,
        last_non_activity_message_id: 3,
      },
      ['last_activity_at', 'created_at', 'updated_at'],
    ),
    insert('conversation_counts', { account_id: 1, status: 'open', inbox_id: 1, assignee_id: 0, count: 1 }, []),
    insert('messages', { ...ids, message_type: 'incoming', content: first, sender_type: 'Contact', sender_id: 1 }),
    insert('messages', { ...ids, message_type: 'outgoing', content: second, sender_type: 'User', sender_id: 1 }),
    insert('messages', { ...ids, message_type: 'incoming', content: third, sender_type: 'Contact', sender_id: 1 }),
  ];
  return rows;
}

const valueOf = (value: string | number) => (typeof value === 'number' ? value : `'${value.replaceAll("'", "''")}'`);
