import { createMessage } from '../../conversations/messages/create-message.ts';
import { newMessage, type NewMessage } from '../../conversations/messages/new-message.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { found } from '../../errors.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { Actor } from '../../records/actor.ts';
import { actorOf } from '../../records/public/contact-caller.ts';
import { findWidgetInbox } from '../../records/public/widget-inbox.ts';
import { readActor } from '../../records/read-actor.ts';
import { createAccount } from '../../resources/accounts/create-account.ts';
import { addMembers } from '../../resources/inbox_members/add-members.ts';
import { articleInput } from '../../resources/portals/articles/article-input.ts';
import { createArticle } from '../../resources/portals/articles/create-article.ts';
import { createPortal } from '../../resources/portals/create-portal.ts';
import { portalInput } from '../../resources/portals/portal-input.ts';
import { startByVisitor } from '../../resources/widget/conversation/start-by-visitor.ts';
import { saidInForm } from '../../resources/widget/visitor/said-of-contact.ts';
import { addInbox } from './add-inbox.ts';
import { ARTICLES, CONVERSATIONS, DEMO_ACCOUNT, DEMO_EMAIL, DEMO_NAME, DEMO_SLUG, type Said } from './story.ts';

/** The token of the administrator, which is shown this once, and whether the password that was given is theirs. */
export type MadeDemo = { accessToken: string; hasPassword: boolean };

/**
 * Makes the account of the demo: an administrator who is a member of a website inbox, with the conversations of the
 * story, and a help centre. All or nothing.
 */
export function makeDemo(tx: Tx, passwordHash: string, now: Date): Promise<MadeDemo> {
  return inTransaction(tx, async (tx) => {
    const user = { name: DEMO_NAME, email: DEMO_EMAIL, isProved: true, passwordHash };
    const {
      account,
      user: ada,
      isNewUser,
      accessToken,
    } = await createAccount(tx, { name: DEMO_ACCOUNT, locale: 'en', user }, now);
    const actor = found(await readActor(tx, account.id, ada.id, { tokenId: null, answeredDeliveryId: null }), 'User');
    const inbox = await makeInbox(tx, account, now);
    await addMembers(tx, account, inbox.id, [ada.id], now);
    for (const { name, email, said } of CONVERSATIONS) {
      await converse(tx, { websiteToken: inbox.channel.identifier ?? '', name, email, said, actor }, now);
    }
    await makeHelpCentre(tx, account, { inboxId: inbox.id, authorId: ada.id }, now);
    return { accessToken, hasPassword: isNewUser };
  });
}

function makeInbox(tx: Tx, account: AccountRecord, now: Date) {
  const channel = {
    type: 'web_widget',
    website_url: 'https://www.example.com',
    welcome_title: 'Hello!',
    welcome_tagline: 'Ask us anything.',
  } as const;
  return addInbox(tx, account, { name: 'Website', channel }, now);
}

type Talk = { websiteToken: string; name: string; email: string; said: readonly Said[]; actor: Actor };

/** The visitor begins, and the rest follows in the order of the story. */
async function converse(tx: Tx, { websiteToken, name, email, said, actor }: Talk, now: Date): Promise<void> {
  const [first, ...others] = said;
  const inbox = found(await findWidgetInbox(tx, websiteToken), 'Inbox');
  const begun = await startByVisitor(
    tx,
    inbox,
    null,
    {
      said: saidInForm({ name, email, phone_number: null, custom_attributes: null }),
      message: first ? messageOf(first, null) : null,
      customAttributes: {},
      additionalAttributes: {},
      labels: [],
    },
    now,
  );
  for (const each of others) {
    const by = each.by === 'team' ? actor : actorOf(begun.visitor);
    await createMessage(tx, begun.conversation.id, messageOf(each, by), now);
  }
}

function messageOf({ by, content, isNote = false }: Said, actor: Actor | null): NewMessage {
  return newMessage({ messageType: by === 'team' ? 'outgoing' : 'incoming', content, private: isNote, actor });
}

async function makeHelpCentre(
  tx: Tx,
  account: AccountRecord,
  { inboxId, authorId }: { inboxId: number; authorId: number },
  now: Date,
): Promise<void> {
  const body = { header_text: 'How can we help?', inbox_id: inboxId } as Parameters<typeof portalInput>[0];
  const portal = await createPortal(tx, account, { ...portalInput(body, []), name: 'Demo help', slug: DEMO_SLUG }, now);
  for (const { title, content } of ARTICLES) {
    const given = articleInput({ content, status: 'published' } as Parameters<typeof articleInput>[0]);
    await createArticle(tx, portal, { ...given, title, authorId }, now);
  }
}
