import type { State } from '../store/state.ts';
import type { Contact } from '../store/wire.ts';
import type { Api } from './api.ts';
import type { Campaigns } from './campaigns.ts';
import { type FirstWordsBox, forgetTaken, takeWords } from './first-words.ts';
import type { Identity, NewIdentity } from './identity.ts';
import type { Visitor } from './visitor.ts';

/** What the visitor gave before the first message. */
export type PreChat = {
  contact: { name?: string; email?: string; phone_number?: string };
  contactAttributes: Record<string, unknown>;
  conversationAttributes: Record<string, unknown>;
};

export type BeginOptions = {
  api: Api;
  state: State;
  identity: Identity;
  firstWords: FirstWordsBox;
  newKey: () => string;
  /** What every message says of itself. */
  said: (content: string) => { content: string };
};

export type Begin = {
  /** Begins a conversation with what the form asked for. @throws RequestError */
  withMessage: (form: PreChat, content: string) => Promise<void>;
  /** Begins it with the campaign that is shown. @throws RequestError */
  withCampaign: (form?: PreChat) => Promise<void>;
};

const isEmpty = (values: object) => Object.keys(values).length === 0;

export function createBegin(options: BeginOptions, visitor: Visitor, campaigns: Campaigns): Begin {
  const { api, state, identity, firstWords, newKey } = options;

  async function noteContact({ contactAttributes }: PreChat) {
    if (!isEmpty(contactAttributes)) visitor.setAttributes(contactAttributes);
    state.contact.value = await api.request<Contact>('GET', 'contact').catch(() => state.contact.peek());
  }

  return {
    async withMessage(form, content) {
      const { custom_attributes: before = {}, labels } = takeWords(firstWords);
      const custom_attributes = { ...before, ...form.conversationAttributes };
      const body = {
        contact: form.contact,
        message: { ...options.said(content), echo_id: newKey() },
        custom_attributes,
        labels,
      };
      const started = await identity.asVisitor(() =>
        api.request<{ id: number; status: string } & NewIdentity>('POST', 'conversations', { body, key: newKey() }),
      );
      identity.adopt(started);
      forgetTaken(firstWords);
      state.conversation.value = { id: started.id, status: started.status };
      await noteContact(form);
    },
    async withCampaign(form) {
      if (form && !isEmpty(form.contact)) {
        await identity.asVisitor(() => api.request<NewIdentity>('PATCH', 'contact', { body: form.contact }));
      }
      await campaigns.accept(form?.conversationAttributes);
      if (form) await noteContact(form);
    },
  };
}
