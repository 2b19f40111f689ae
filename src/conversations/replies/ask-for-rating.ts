import type { ConversationRecord } from '../../records/conversation.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { CsatConfig } from '../../entities/inbox.ts';
import { canReply } from '../../wire/blocks.ts';
import { csatConfigBlock } from '../../wire/inbox-blocks.ts';
import { createTemplateMessage } from '../messages/create-template-message.ts';
import { isMutedMail } from './muted-mail.ts';
import { noteActivity } from '../messages/note-activity.ts';
import { wasSaid } from './said.ts';
import { surveyWords } from './survey-words.ts';

const NOT_SENT = 'The satisfaction survey was not sent: the channel no longer delivers answers to this contact';

/**
 * Asks the contact how a conversation went that has just been resolved: once in its life, if its inbox does so for the
 * labels that it has. Where an answer would not arrive any more, the team reads why nothing was asked.
 */
export async function askForRating(
  em: EntityManager,
  conversation: ConversationRecord,
  now: Date,
): Promise<ConversationRecord> {
  if (!conversation.csatSurveyEnabled || isMutedMail(conversation)) return conversation;
  const { config, locale } = await readSettings(em, conversation.inbox.id);
  if (!isWanted(config, conversation.labels) || (await wasSaid(em, conversation.id, 'input_csat'))) return conversation;

  const additionalAttributes = templateParams(conversation, config);
  if (additionalAttributes === null && !canReply(conversation, now)) {
    return noteActivity(em, conversation, NOT_SENT, now);
  }
  const survey = {
    content: config.message?.trim() ? config.message : surveyWords(config.language ?? locale).words.question,
    contentType: 'input_csat',
    contentAttributes: { display_type: config.display_type ?? 'emoji' },
    additionalAttributes: additionalAttributes ?? {},
  } as const;
  return (await createTemplateMessage(em, conversation, survey, now)).conversation;
}

async function readSettings(em: EntityManager, inboxId: number): Promise<{ config: CsatConfig; locale: string }> {
  return db(em)
    .selectFrom('inboxes as i')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .select(['i.csat_config as config', 'a.locale'])
    .where('i.id', '=', inboxId)
    .executeTakeFirstOrThrow();
}

/** Whether the conversation's labels are those that the inbox asks about; rules without labels are for all of them. */
function isWanted(config: CsatConfig, labels: string[]): boolean {
  const { survey_rules: rules } = csatConfigBlock(config);
  if (rules.values.length === 0) return true;
  const named = rules.values.map((label) => label.trim().toLowerCase());
  const hasAny = labels.some((label) => named.includes(label.toLowerCase()));
  return rules.operator === 'does_not_contain' ? !hasAny : hasAny;
}

/** How WhatsApp delivers the survey at any time: as a template that it has approved. Null = as any other message. */
function templateParams({ inbox, uuid }: ConversationRecord, { template }: CsatConfig): Attributes | null {
  if (inbox.channelType !== 'whatsapp' || !template || typeof template['name'] !== 'string') return null;
  const status = template['status'];
  if (typeof status === 'string' && status.toLowerCase() !== 'approved') return null;
  const { name, language = 'en' } = template;
  const button = { type: 'url', parameter: uuid };
  return { template_params: { name, language, processed_params: { buttons: [button] } } };
}
