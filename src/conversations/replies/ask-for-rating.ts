import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { CsatConfig } from '../../entities/inbox.ts';
import { canReply } from '../../wire/conversation-blocks.ts';
import { csatConfigBlock } from '../../wire/inbox-blocks.ts';
import { createTemplateMessage } from '../messages/create-template-message.ts';
import { isMutedMail } from './muted-mail.ts';
import { writeActivity } from '../messages/write-activity.ts';
import { updateConversation } from '../update-conversation.ts';
import { hasMessage } from './earlier-messages.ts';
import { hasEnoughAnswers } from './has-enough-answers.ts';
import { isOnlyByPrograms } from './is-only-by-programs.ts';
import { surveyWords } from './survey-words.ts';

const NOT_SENT = 'The satisfaction survey was not sent: the channel no longer delivers answers to this contact';

/**
 * Sends the satisfaction survey of a locked, just resolved conversation, once per conversation. The inbox's settings decide
 * about surveys and labels. Muted mail gets none, nor does an address with many recent automatic answers. If messages are no
 * longer delivered, an activity tells the team why there is no survey. Returns the changed conversation.
 */
export async function askForRating(tx: Tx, conversation: ConversationRecord, now: Date): Promise<ConversationRecord> {
  if (!conversation.inbox.csatSurveyEnabled || isMutedMail(conversation)) return conversation;
  const { config, locale } = await readSettings(tx, conversation.inbox.id);
  if (!isWanted(config, conversation.labels)) return conversation;
  if (await hasMessage(tx, conversation.id, 'input_csat')) return conversation;
  if (await isOnlyByPrograms(tx, conversation)) return conversation;
  if (await hasEnoughAnswers(tx, conversation, 'inbox', now)) return conversation;

  const additionalAttributes = templateParams(conversation, config);
  if (additionalAttributes === null && !canReply(conversation, now)) {
    return updateConversation(tx, conversation, await writeActivity(tx, conversation, NOT_SENT, now));
  }
  const survey = {
    content: textOf(config, additionalAttributes !== null, locale),
    contentType: 'input_csat',
    contentAttributes: { display_type: config.display_type ?? 'emoji' },
    additionalAttributes: additionalAttributes ?? {},
  } as const;
  return createTemplateMessage(tx, conversation, survey, now);
}

async function readSettings(tx: Tx, inboxId: number): Promise<{ config: CsatConfig; locale: string }> {
  return tx.db
    .selectFrom('inboxes as i')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .select(['i.csat_config as config', 'a.locale'])
    .where('i.id', '=', inboxId)
    .executeTakeFirstOrThrow();
}

/** Whether the inbox sends surveys for conversations with these labels; rules without labels apply to all. */
function isWanted(config: CsatConfig, labels: string[]): boolean {
  const { survey_rules: rules } = csatConfigBlock(config);
  if (rules.values.length === 0) return true;
  const named = rules.values.map((label) => label.trim().toLowerCase());
  const hasAny = labels.some((label) => named.includes(label.toLowerCase()));
  return rules.operator === 'does_not_contain' ? !hasAny : hasAny;
}

/** The approved template with which WhatsApp delivers the survey at any time; null = the survey is a message like others. */
function templateParams({ inbox, uuid }: ConversationRecord, { template }: CsatConfig): Attributes | null {
  if (!template || !isApproved(template)) return null;
  const { name, content_sid: sid, language = 'en' } = template;
  if (inbox.channelType === 'sms' && typeof sid === 'string') {
    return { template_params: { content_sid: sid, processed_params: { 1: uuid } } };
  }
  if (inbox.channelType !== 'whatsapp' || typeof name !== 'string') return null;
  const button = { type: 'url', parameter: uuid };
  return { template_params: { name, language, processed_params: { buttons: [button] } } };
}

/** Without a status it was named by hand, and the provider decides. */
const isApproved = ({ status }: Attributes) => typeof status !== 'string' || status.toLowerCase() === 'approved';

/** The text of the survey: that of the template with which it is delivered, if it was made here. */
function textOf(config: CsatConfig, isTemplate: boolean, locale: string): string {
  const ofTemplate = isTemplate ? config.template?.['message'] : undefined;
  if (typeof ofTemplate === 'string') return ofTemplate;
  return config.message?.trim() ? config.message : surveyWords(config.language ?? locale).words.question;
}
