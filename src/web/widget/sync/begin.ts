import type { State } from '../store/state.ts';
import type { Contact } from '../store/wire.ts';
import type { Api } from './api.ts';
import type { Campaigns } from './campaigns.ts';
import { type FirstWordsBox, forgetTaken, takeWords } from './first-words.ts';
import type { Identity, NewIdentity } from './identity.ts';
import { createRepeat } from './repeat.ts';
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
  const repeat = createRepeat(newKey);

  async function noteContact({ contactAttributes }: PreChat) {
    if (!isEmpty(contactAttributes)) visitor.setAttributes(contactAttributes);
    state.contact.value = await api.request<Contact>('GET', 'contact').catch(() => state.contact.peek());
  }

  function bodyOf({ contact, conversationAttributes }: PreChat, content: string) {
    const { custom_attributes: before = {}, labels } = takeWords(firstWords);
    const message = { ...options.said(content), echo_id: newKey() };
    return { contact, message, custom_attributes: { ...before, ...conversationAttributes }, labels };
  }

  return {
    async withMessage(form, content) {
      const started = await repeat(
        [form, content],
        () => bodyOf(form, content),
        (write) =>
          identity.asVisitor(() =>
            api.request<{ id: number; status: string } & NewIdentity>('POST', 'conversations', write),
          ),
      );
      identity.adopt(started);
      forgetTaken(firstWords);
      state.conversation.value = { id: started.id, status: started.status };
      await noteContact(form);
    },
    async withCampaign(form) {
      await campaigns.accept(form);
      if (form) await noteContact(form);
    },
  };
}
