import { agentShape } from '../../wire/agent-block.ts';
import { channelTypeShape } from '../../wire/block-shapes.ts';
import { attributes, integer, list, named, nullable, propertiesOf, seconds, shape, text } from '../../wire/shape.ts';
import { messageShape } from '../messages/answers.ts';

const inbox = shape({ id: integer, channel_id: integer, name: text, channel_type: channelTypeShape });

const { id, available_name, email, name, role } = propertiesOf(agentShape);

export const searchedContactShape = named('SearchedContact', {
  email: nullable(text),
  id: integer,
  name: text,
  phone_number: nullable(text),
  identifier: nullable(text),
  additional_attributes: attributes,
  last_activity_at: nullable(seconds),
});

export const searchedMessageShape = named('SearchedMessage', {
  ...propertiesOf(messageShape),
  account_id: integer,
  inbox: nullable(inbox),
});

export const searchedConversationShape = named('SearchedConversation', {
  id: integer,
  account_id: integer,
  created_at: seconds,
  message: nullable(messageShape),
  contact: searchedContactShape,
  inbox,
  agent: nullable(shape({ id, available_name, email, name, role })),
  additional_attributes: attributes,
});

export const searchedArticleShape = named('SearchedArticle', {
  id: integer,
  title: text,
  locale: text,
  content: nullable(text),
  slug: text,
  portal_slug: text,
  account_id: integer,
  category_name: nullable(text),
  status: text,
  updated_at: seconds,
});

export const foundShapes = {
  conversations: list(searchedConversationShape),
  contacts: list(searchedContactShape),
  messages: list(searchedMessageShape),
  articles: list(searchedArticleShape),
};
