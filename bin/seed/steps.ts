import { assignConversation } from '../../src/conversations/assignment/assign-conversation.ts';
import { assignTeam } from '../../src/conversations/assignment/assign-team.ts';
import { changePriority } from '../../src/conversations/change-priority.ts';
import { chooseContactInbox } from '../../src/conversations/choose-contact-inbox.ts';
import { startConversation } from '../../src/conversations/create-conversation.ts';
import { markSeen } from '../../src/conversations/mark-seen.ts';
import { createMessage } from '../../src/conversations/messages/create-message.ts';
import { newMessage, type NewMessage } from '../../src/conversations/messages/new-message.ts';
import { lockMessage } from '../../src/conversations/messages/queries.ts';
import { submitValues } from '../../src/conversations/messages/submit-values.ts';
import { setMessageStatus } from '../../src/conversations/messages/update-message-status.ts';
import { setLabels } from '../../src/conversations/set-labels.ts';
import { setMuted } from '../../src/conversations/set-muted.ts';
import { changeStatus } from '../../src/conversations/status/change-status.ts';
import type { Tx } from '../../src/db/tx.ts';
import type { Attributes } from '../../src/entities/columns.ts';
import type { MessageStatus } from '../../src/entities/message.ts';
import type { AccountRecord } from '../../src/records/account.ts';
import type { Actor } from '../../src/records/actor.ts';
import type { ContactRecord } from '../../src/records/contact.ts';
import { actorOf } from '../../src/records/public/contact-caller.ts';
import { answerSurvey } from '../../src/resources/csat_survey_responses/answer-survey.ts';
import { findSurvey } from '../../src/resources/csat_survey_responses/find-survey.ts';
import type { StoredFile } from '../../src/storage/stored-file.ts';
import { MINUTE, SECOND } from '../../src/time.ts';
import type { MadeInbox } from './inboxes.ts';
import type { PlannedConversation, PlannedLine } from './plan-conversations.ts';
import { QUESTIONS } from './questions.ts';

/** A change of the company's data at a moment in Unix milliseconds. */
export type Step = { at: number; run(tx: Tx, now: Date): Promise<unknown> };

/** The people and places of conversations; `files`: a stored file for each planned line that has one. */
export type Cast = {
  account: AccountRecord;
  agents: readonly [Actor, ...Actor[]];
  teamIds: readonly number[];
  inboxes: readonly MadeInbox[];
  contacts: readonly ContactRecord[];
  files: ReadonlyMap<PlannedLine, StoredFile>;
};

/** The steps that make the conversation, in their order. */
export function stepsOf(planned: PlannedConversation, cast: Cast): Step[] {
  const [first, ...others] = planned.lines;
  if (!first) return [];
  const it = new SeededConversation(planned, cast);
  const { assignee, team, priority, status, statusAt, snoozedUntil, rating, question } = planned;
  const by = it.agent;
  const after = (minutes: number) => first.at + minutes * MINUTE;
  const steps: Step[] = [
    { at: first.at, run: (tx, now) => it.start(tx, first, now) },
    { at: after(0.5), run: (tx, now) => setLabels(tx, it.id, { labels: [planned.label], actor: by }, now) },
  ];
  if (team !== null) {
    const teamId = it.teamId(team);
    steps.push({ at: after(0.6), run: (tx, now) => assignTeam(tx, it.id, { teamId, actor: by }, now) });
  }
  if (assignee !== null) {
    steps.push({
      at: after(0.7),
      run: (tx, now) => assignConversation(tx, it.id, { assigneeId: by.id, actor: by }, now),
    });
  }
  if (priority !== null) {
    steps.push({ at: after(0.8), run: (tx, now) => changePriority(tx, it.id, { priority, actor: by }, now) });
  }
  if (question !== null) steps.push({ at: after(1), run: (tx, now) => it.ask(tx, question, now) });
  for (const line of others) steps.push({ at: line.at, run: (tx, now) => it.say(tx, line, now) });
  if (planned.isMuted) {
    steps.push({ at: statusAt - MINUTE, run: (tx, now) => setMuted(tx, it.id, { muted: true, actor: by }, now) });
  }
  if (status !== 'open') {
    steps.push({ at: statusAt - SECOND, run: (tx, now) => it.see(tx, now) });
    const change = { status, snoozedUntil: snoozedUntil === null ? null : new Date(snoozedUntil), actor: by };
    steps.push({ at: statusAt, run: (tx, now) => changeStatus(tx, it.id, change, now) });
  }
  if (rating !== null) steps.push({ at: rating.at, run: (tx, now) => it.rate(tx, rating, now) });
  return steps;
}

/** A conversation while its steps are run. */
class SeededConversation {
  readonly #planned: PlannedConversation;
  readonly #cast: Cast;
  /** Who answers in it. */
  readonly agent: Actor;
  /** The row key, once it is started. */
  id = 0;
  #uuid = '';
  #said = 0;

  constructor(planned: PlannedConversation, cast: Cast) {
    this.#planned = planned;
    this.#cast = cast;
    this.agent = cast.agents[planned.assignee ?? planned.number % cast.agents.length] ?? cast.agents[0];
  }

  teamId(place: number): number {
    return this.#cast.teamIds[place] ?? 0;
  }

  get #contact(): ContactRecord {
    const contact = this.#cast.contacts[this.#planned.contact];
    if (!contact) throw new Error('the plan names a contact that does not exist');
    return contact;
  }

  async start(tx: Tx, line: PlannedLine, now: Date): Promise<void> {
    const { account, inboxes } = this.#cast;
    const { kind, order, subject } = this.#planned;
    const inboxId = inboxes.find((inbox) => inbox.kind === kind)?.id ?? 0;
    const sourceId = kind === 'line' ? `U${String(this.#contact.id).padStart(32, '0')}` : null;
    const place = { contactId: this.#contact.id, inboxId, sourceId, hmacVerified: false };
    const contactInbox = await chooseContactInbox(tx, account, place, now);
    const mail: Attributes = kind === 'email' ? { source: 'email', mail_subject: subject } : {};
    const begun = {
      message: this.#message(line),
      status: null,
      assigneeId: null,
      teamId: null,
      customAttributes: { order_number: order },
      additionalAttributes: mail,
    };
    const { id, uuid } = await startConversation(tx, account, contactInbox, begun, now);
    this.id = id;
    this.#uuid = uuid;
  }

  /** A line of the contact or the team, which has been read if it was sent by a provider. */
  async say(tx: Tx, line: PlannedLine, now: Date): Promise<void> {
    const input = this.#message(line);
    const { message } = await createMessage(tx, this.id, input, now);
    if (line.by !== 'team') return;
    await this.see(tx, now);
    if (input.sourceId === null && this.#planned.kind !== 'api') return;
    const isLast = line === this.#planned.lines.findLast(({ by }) => by === 'team');
    const error = isLast ? this.#planned.failure : null;
    const status = error === null ? (this.#planned.number % 2 === 0 ? 'read' : 'delivered') : 'failed';
    await this.#note(tx, message.id, status, error, now);
  }

  /** The agent has read everything; LINE would be told. */
  async see(tx: Tx, now: Date): Promise<void> {
    if (this.#planned.kind !== 'line') await markSeen(tx, this.id, this.agent, now);
  }

  async ask(tx: Tx, question: keyof typeof QUESTIONS, now: Date): Promise<void> {
    const { content, attributes, answer } = QUESTIONS[question];
    const values = { content, contentType: question, contentAttributes: attributes, actor: this.agent };
    const { message } = await createMessage(tx, this.id, newMessage(values), now);
    if (answer !== null) await submitValues(tx, this.id, message.id, answer, now);
  }

  async rate(tx: Tx, { rating, feedback }: { rating: number; feedback: string | null }, now: Date): Promise<void> {
    await answerSurvey(tx, await findSurvey(tx, this.#uuid), { rating, feedback }, now);
  }

  async #note(tx: Tx, id: number, status: MessageStatus, externalError: string | null, now: Date): Promise<void> {
    const { conversation, message } = await lockMessage(tx, this.id, id);
    await setMessageStatus(tx, conversation, message, { status, externalError }, now);
  }

  #message(line: PlannedLine): NewMessage {
    this.#said += 1;
    const file = this.#cast.files.get(line);
    const common = { content: line.text, files: file ? [file] : [] };
    if (line.by === 'note') return newMessage({ ...common, private: true, actor: this.agent });
    const sourceId = this.#sourceId();
    if (line.by === 'team') return newMessage({ ...common, sourceId, actor: this.agent });
    const actor = actorOf({ contact: this.#contact });
    return newMessage({ ...common, ...this.#mail(sourceId), messageType: 'incoming', sourceId, actor });
  }

  /**
   * The id at the provider, with which a message counts as sent; null where clients fetch messages, and for a few messages of
   * WhatsApp, which fail because the inbox has no login.
   */
  #sourceId(): string | null {
    const { kind, number } = this.#planned;
    if (kind === 'web_widget' || kind === 'api') return null;
    if (kind === 'whatsapp' && number % 4 === 0) return null;
    const id = `seed-${this.id || this.#contact.id}-${number}-${this.#said}`;
    return kind === 'email' ? `${id}@mail.example.com` : id;
  }

  #mail(messageId: string | null): Partial<NewMessage> {
    if (this.#planned.kind !== 'email') return {};
    const { subject } = this.#planned;
    const email = { from: [this.#contact.email ?? ''], to: ['help@example.com'], subject, message_id: messageId };
    return { contentType: 'incoming_email', contentAttributes: { email } };
  }
}
