import type { Tx } from '../../src/db/tx.ts';
import { updateNotificationSettings } from '../../src/resources/notification_settings/update-notification-settings.ts';
import type { AccountRecord } from '../../src/records/account.ts';
import { createCannedResponse } from '../../src/resources/canned_responses/create-canned-response.ts';
import { createCustomFilter } from '../../src/resources/custom_filters/create-custom-filter.ts';
import {
  createDefinition,
  type NewDefinition,
} from '../../src/resources/custom_attribute_definitions/create-definition.ts';
import { createLabel } from '../../src/resources/labels/create-label.ts';
import { createMacro } from '../../src/resources/macros/create-macro.ts';
import { createRule } from '../../src/resources/automation_rules/create-rule.ts';
import { TEAS } from './talks.ts';

const LABELS: readonly [title: string, color: string, description: string][] = [
  ['delivery', '#1f93ff', 'Parcels and addresses'],
  ['returns', '#e27878', 'Damaged or unwanted goods'],
  ['billing', '#f2b134', 'Invoices and payments'],
  ['wholesale', '#7a4fbf', 'Cafés, hotels and shops'],
  ['brewing', '#2f6f62', 'Advice on tea'],
  ['product', '#5a8f29', 'Questions about goods'],
  ['subscription', '#c0578f', 'Monthly deliveries'],
  ['feedback', '#8a8a8a', 'Praise and complaints'],
];

const RESPONSES: readonly [code: string, content: string][] = [
  ['hello', 'Hello {{contact.first_name}}, thank you for writing to us!'],
  ['late', 'I am sorry about the delay. Let me ask the carrier where your parcel is.'],
  ['return', 'You may return unopened goods within 30 days. The label is attached.'],
  ['water', 'Green tea likes 75 °C, black tea 95 °C, rooibos 100 °C.'],
];

const ATTRIBUTE = { description: null, values: [], defaultValue: null, regexPattern: null, regexCue: null };
const DEFINITIONS: readonly NewDefinition[] = [
  {
    ...ATTRIBUTE,
    displayName: 'Favourite tea',
    displayType: 'list',
    key: 'favourite_tea',
    values: [...TEAS],
    model: 'contact_attribute',
  },
  { ...ATTRIBUTE, displayName: 'Subscriber', displayType: 'checkbox', key: 'subscriber', model: 'contact_attribute' },
  {
    ...ATTRIBUTE,
    displayName: 'Order number',
    displayType: 'text',
    key: 'order_number',
    model: 'conversation_attribute',
  },
];

type Members = { agentIds: readonly number[]; teamIds: readonly number[] };

/**
 * Adds labels, canned responses, custom attributes, macros and a saved filter, and has no mail sent to the agents for what
 * happens in conversations.
 */
export async function makeSettings(
  tx: Tx,
  account: AccountRecord,
  { agentIds, teamIds }: Members,
  now: Date,
): Promise<void> {
  for (const userId of agentIds) {
    const changes = { emailFlags: [], pushFlags: undefined };
    await updateNotificationSettings(tx, { accountId: account.id, userId }, changes, now);
  }
  for (const [title, color, description] of LABELS) {
    await createLabel(tx, account, { title, color, description, showOnSidebar: true }, now);
  }
  for (const [shortCode, content] of RESPONSES) await createCannedResponse(tx, account, { shortCode, content }, now);
  for (const definition of DEFINITIONS) await createDefinition(tx, account, definition, now);
  const [userId = 0] = agentIds;
  const author = { accountId: account.id, userId };
  const macro = { visibility: 'global', signedIds: [] } as const;
  const orders = { name: 'assign_team', params: [teamIds[0] ?? 0] };
  const late = [orders, { name: 'add_label', params: ['delivery'] }, { name: 'change_priority', params: ['high'] }];
  await createMacro(tx, author, { ...macro, name: 'Late parcel', actions: late }, now);
  const done = [
    { name: 'send_message', params: ['You are welcome. Enjoy your tea!'] },
    { name: 'resolve_conversation', params: [] },
  ];
  await createMacro(tx, author, { ...macro, name: 'Say goodbye', actions: done }, now);
  const urgent = {
    payload: [{ attribute_key: 'priority', filter_operator: 'equal_to', values: ['urgent'], query_operator: null }],
  };
  await createCustomFilter(tx, author, { name: 'Urgent', filterType: 'conversation', query: urgent }, now);
}

/** Adds an automation rule. After the conversations, as it is only for later messages. */
export async function makeRule(tx: Tx, account: AccountRecord, now: Date): Promise<void> {
  const rule = {
    name: 'Label wholesale questions',
    description: 'Cafés and shops write about wholesale prices',
    eventName: 'message_created',
    active: true,
    conditions: [
      { attribute_key: 'content', filter_operator: 'contains', values: ['wholesale'], query_operator: null },
    ],
    actions: [{ name: 'add_label', params: ['wholesale'] }],
    signedIds: [],
  } as const;
  const { conditions, actions } = rule;
  const copied = conditions.map(({ values, ...condition }) => ({ ...condition, values: [...values] }));
  const input = {
    ...rule,
    conditions: copied,
    actions: actions.map(({ name, params }) => ({ name, params: [...params] })),
  };
  await createRule(tx, account.id, { ...input, signedIds: [] }, now);
}
