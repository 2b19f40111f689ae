import type { User } from '../../kit/protocol.ts';
import type { State } from '../store/state.ts';
import type { Contact } from '../store/wire.ts';
import { RequestError } from '../../kit/request.ts';
import type { Api } from './api.ts';
import type { FirstWords, FirstWordsBox } from './first-words.ts';
import type { Identity, NewIdentity } from './identity.ts';
import type { InTurn } from './in-turn.ts';

export type Visitor = {
  /** Says who the visitor is. `answered` hears why the server does not believe it; null = it does. */
  setUser: (
    identifier: string | number | null | undefined,
    user: User | null | undefined,
    answered: (refusal: RequestError | null) => void,
  ) => void;
  setAttributes: (attributes: object) => void;
  removeAttribute: (key: string) => void;
  setConversationAttributes: (attributes: object) => void;
  removeConversationAttribute: (key: string) => void;
  addLabel: (label: string) => void;
  removeLabel: (label: string) => void;
};

export type VisitorOptions = {
  api: Api;
  state: State;
  identity: Identity;
  firstWords: FirstWordsBox;
  inTurn: InTurn;
};

/** What the page says of its visitor and their conversation, in the order in which it says it. */
export function createVisitor({ api, state, identity, firstWords, inTurn }: VisitorOptions): Visitor {
  /** What is said of somebody who is not a contact yet: nothing is stored of them before they write. */
  let unsaid: Record<string, unknown> = {};

  identity.token.subscribe((token) => {
    if (!token || Object.keys(unsaid).length === 0) return;
    const attributes = unsaid;
    unsaid = {};
    saveAttributes(attributes);
  });

  function saveAttributes(custom_attributes: object) {
    inTurn(() => api.request('PATCH', 'contact', { body: { custom_attributes } }));
  }

  function note(words: FirstWords) {
    firstWords.current = { ...firstWords.current, ...words };
  }
  const otherLabels = (label: string) => (firstWords.current.labels ?? []).filter((other) => other !== label);

  const visitor: Visitor = {
    setUser(identifier, user, answered) {
      const body = bodyOf(identifier, user);
      // Apps without a user send an empty one.
      if (Object.keys(body).length === 0) return;
      const save = () =>
        identity.asVisitor(() => api.request<Contact & NewIdentity>('PATCH', 'contact/set_user', { body }));
      inTurn(async () => {
        // Whether another user was here before decides whose unsent messages these are.
        if (identity.token.peek() && !state.contact.peek()) await identity.load();
        const contact = await save().catch(async (error: unknown) => {
          if (!(error instanceof RequestError) || error.status !== 404) throw error;
          // The token is no longer good, which loading finds.
          await identity.load();
          return save();
        });
        identity.adopt(contact);
        // Which the answer leaves out.
        const known = body.identifier ?? state.contact.peek()?.identifier ?? null;
        state.contact.value = { ...contact, identifier: known };
        answered(null);
      }, answered);
    },
    setAttributes(attributes) {
      if (identity.token.peek()) saveAttributes(attributes);
      else unsaid = { ...unsaid, ...attributes };
    },
    removeAttribute(key) {
      unsaid = without(key, unsaid);
      const body = { custom_attributes: [key] };
      if (identity.token.peek()) inTurn(() => api.request('POST', 'contact/destroy_custom_attributes', { body }));
    },
    setConversationAttributes(custom_attributes) {
      const before = firstWords.current.custom_attributes;
      if (!state.conversation.peek()) note({ custom_attributes: { ...before, ...custom_attributes } });
      else inTurn(() => api.request('POST', 'conversations/set_custom_attributes', { body: { custom_attributes } }));
    },
    removeConversationAttribute(key) {
      const body = { custom_attribute: [key] };
      if (!state.conversation.peek()) note({ custom_attributes: without(key, firstWords.current.custom_attributes) });
      else inTurn(() => api.request('POST', 'conversations/destroy_custom_attributes', { body }));
    },
    addLabel(label) {
      if (typeof label !== 'string' || label === '') return console.warn('Chat widget: a label cannot be', label);
      if (!state.conversation.peek()) note({ labels: [...otherLabels(label), label] });
      else inTurn(() => api.request('POST', 'labels', { body: { label } }));
    },
    removeLabel(label) {
      if (!state.conversation.peek()) note({ labels: otherLabels(label) });
      else inTurn(() => api.request('DELETE', `labels/${encodeURIComponent(label)}`));
    },
  };
  // What was said of a conversation while the server began it, or before it was known that there is one.
  state.conversation.subscribe((conversation) => {
    if (!conversation) return;
    const { custom_attributes, labels = [] } = firstWords.current;
    firstWords.current = {};
    if (custom_attributes) visitor.setConversationAttributes(custom_attributes);
    for (const label of labels) visitor.addLabel(label);
  });
  return visitor;
}

function without(key: string, { [key]: _, ...rest }: Record<string, unknown> = {}): Record<string, unknown> {
  return rest;
}

/** The names of the server for what pages say of their visitors. Empty = they say nothing. */
function bodyOf(
  identifier: string | number | null | undefined,
  user: User | null | undefined,
): { identifier?: string; [name: string]: unknown } {
  const { company_name, city, country_code, description, social_profiles, ...given } = { ...user };
  const rest = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== ''));
  const more = Object.entries({ company_name, city, country_code, description, social_profiles });
  const additional = Object.fromEntries(more.filter(([, value]) => value !== undefined));
  return {
    ...rest,
    ...((identifier ?? '') !== '' && { identifier: String(identifier) }),
    ...(Object.keys(additional).length > 0 && { additional_attributes: additional }),
  };
}
