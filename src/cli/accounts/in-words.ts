import type { AccountContents, AccountSummary } from './queries.ts';

/** The account as the commands print it with --json. */
export function accountDocument(account: AccountSummary) {
  return { id: account.id, name: account.name, status: account.status, ...sizesOf(account) };
}

/** "members: 3, inboxes: 2, contacts: 40, conversations: 7" */
export function sizesInWords(account: AccountSummary): string {
  return inWords(sizesOf(account));
}

/** As `sizesInWords`, with messages and files. */
export function contentsInWords({ messages, files, ...account }: AccountContents): string {
  return inWords({ ...sizesOf(account), messages, files });
}

function sizesOf({ members, inboxes, contacts, conversations }: AccountSummary) {
  return { members: Number(members), inboxes: Number(inboxes), contacts, conversations: Number(conversations ?? 0) };
}

function inWords(sizes: Record<string, number>): string {
  return Object.entries(sizes)
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ');
}
