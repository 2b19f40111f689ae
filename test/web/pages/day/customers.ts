import { randomUUID } from 'node:crypto';
import { givenInbox, type TestAccount } from '../../../support/factories.ts';
import { mailOf } from '../../../support/mail/hand-over.ts';
import { handOverByLmtp } from '../../../support/mail/lmtp-client.ts';
import { givenMailInbox, smtpOf } from '../../../support/mail/mail-inbox.ts';
import { givenCaller, givenConversationOf, givenPublicInbox } from '../../../support/public/public-inbox.ts';
import { whatsappTextOf } from '../../../support/providers/whatsapp.ts';
import {
  callbackOf,
  givenCloudNumber,
  givenMessage,
  post,
  textOf,
  write,
  writer,
} from '../../../support/receiving/whatsapp-chat.ts';
import type { Hosts } from '../host-page.ts';
import { VisitorChat } from '../visitor-chat.ts';
import { numberOf, type Outside } from './outside.ts';
import { type Kind, marksIn, type Story } from './plan.ts';

/** Somebody who writes to the team, in one conversation after the other. */
export type Customer = {
  /** Writes in the conversation, which begins with the first message. */
  write(story: Story, text: string): Promise<void>;
  /** The marks of the messages that the customer has of the conversation, in order. */
  has(story: Story): Promise<string[]>;
};

/** The inboxes of a kind, and those who write to them. */
export type Customers = {
  inbox: { id: number };
  /** Whether `has` is also of what the customers have written. */
  haveOwn: boolean;
  /** Whether customers have only the newest of their conversations before them. */
  haveNewest: boolean;
  somebody(name: string): Promise<Customer>;
};

export const CUSTOMERS: Record<Kind, (hosts: Hosts, account: TestAccount, outside: Outside) => Promise<Customers>> = {
  widget: onWebsite,
  email: byMail,
  api: byApi,
  whatsapp: inWhatsapp,
};

async function onWebsite(hosts: Hosts, account: TestAccount): Promise<Customers> {
  const website = { type: 'web_widget', website_url: 'https://shop.example' };
  const inbox = await givenInbox(account, website, 'Website');
  await account.call('PATCH', `/inboxes/${inbox.id}`, {
    enable_email_collect: false,
    allow_messages_after_resolved: false,
  });
  return {
    inbox,
    haveOwn: true,
    haveNewest: true,
    async somebody() {
      let chat: VisitorChat | null = null;
      let now = 0;
      return {
        async write({ number }, text) {
          if (!chat) {
            chat = new VisitorChat(await hosts.open({ inbox, hasApp: true }));
            await chat.begin(text);
          } else {
            if (number !== now) await chat.button('Start a new conversation').click();
            await chat.write(text);
            await chat.sent(text);
          }
          now = number;
        },
        has: async () => (await chat!.app.locator('.row .bubble').allTextContents()).flatMap(marksIn),
      };
    },
  };
}

async function byMail(_: Hosts, account: TestAccount, { mail, lmtp }: Outside): Promise<Customers> {
  const inbox = await givenMailInbox(account, smtpOf(mail), 'Mail');
  return {
    inbox,
    haveOwn: false,
    haveNewest: false,
    async somebody(name) {
      const from = `${name.replace(' ', '.').toLowerCase()}-${randomUUID()}@example.com`;
      const subjectOf = ({ number }: Story) => `Order ${number}`;
      const firsts = new Map<number, string>();
      const received = (story: Story) =>
        mail.arrived.filter(({ to, email }) => to.includes(from) && email.subject?.endsWith(subjectOf(story)));
      return {
        async write(story, text) {
          const messageId = `<${randomUUID()}@example.com>`;
          const inReplyTo = received(story).at(-1)?.email.messageId ?? firsts.get(story.number);
          const written = mailOf(text, {
            name,
            from,
            to: inbox.address,
            subject: subjectOf(story),
            messageId,
            inReplyTo,
          });
          await handOverByLmtp(lmtp, [inbox.address], written);
          if (!firsts.has(story.number)) firsts.set(story.number, messageId);
        },
        has: async (story) => received(story).flatMap(({ email }) => marksIn(email.text ?? '')),
      };
    },
  };
}

async function byApi(hosts: Hosts, account: TestAccount): Promise<Customers> {
  const inbox = await givenPublicInbox(hosts.test, account);
  return {
    inbox,
    haveOwn: true,
    haveNewest: false,
    async somebody(name) {
      const caller = await givenCaller(inbox, { name });
      const paths = new Map<number, string>();
      return {
        async write({ number }, content) {
          const path = paths.get(number) ?? (await givenConversationOf(inbox, caller)).path;
          paths.set(number, path);
          const { status, text } = await inbox.call('POST', `${path}/messages`, { content });
          if (status >= 300) throw new Error(`cannot write: ${text}`);
        },
        async has({ number }) {
          const { body } = await inbox.call('GET', `${paths.get(number)}/messages`);
          return (body as { content: string }[]).flatMap(({ content }) => marksIn(content));
        },
      };
    },
  };
}

async function inWhatsapp({ test }: Hosts, account: TestAccount, { whatsapp }: Outside): Promise<Customers> {
  const number = await givenCloudNumber(account);
  return {
    inbox: number.inbox,
    haveOwn: false,
    haveNewest: false,
    async somebody(name) {
      const who = writer({ profile: { name } });
      let read = 0;

      /** Tells that what has come was delivered, and read. */
      async function look(): Promise<void> {
        const from = read;
        read = whatsapp.sent.length;
        for (let at = from; at < read; at += 1) {
          if (numberOf(whatsapp.sent[at]!) !== who.wa_id) continue;
          const { messages } = whatsapp.replies[at]!.body as { messages: { id: string }[] };
          for (const status of ['delivered', 'read']) {
            const told = { id: messages[0]!.id, status, timestamp: now(), recipient_id: who.wa_id };
            await post(test, number, callbackOf([number, { statuses: [told] }]));
          }
        }
      }

      return {
        async write(_, text) {
          await look();
          await write(test, number, who, givenMessage(who, { ...textOf(text), timestamp: now() }));
        },
        async has(story) {
          const own = whatsapp.sent.filter((sent) => numberOf(sent) === who.wa_id).map(whatsappTextOf);
          return own.flatMap(marksIn).filter((mark) => mark.startsWith(`m${story.number}x`));
        },
      };
    },
  };
}

const now = () => String(Math.floor(Date.now() / 1000));
