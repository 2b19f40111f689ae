import type { Shape } from '../../wire/shape.ts';

// Examples of answers and events, made of their shapes: so they cannot tell of what is not there.

const MOMENT = '2026-11-21T14:20:00.000Z';
const UUID = '0192f3a4-5b6c-7d8e-9fa0-b1c2d3e4f506';

/**
 * What properties of these names typically are; after what they belong to, by its title or its own name, where that
 * matters. A value that a shape does not take is passed over there.
 */
const TYPICAL: Record<string, unknown> = {
  // Who and where.
  name: 'Carla Contact',
  'Account.name': 'Acme',
  'account.name': 'Acme',
  'accounts.name': 'Acme',
  'Agent.name': 'Ada Admin',
  'UserBlock.name': 'Ada Admin',
  'UserSender.name': 'Ada Admin',
  'Profile.name': 'Ada Admin',
  'user.name': 'Ada Admin',
  'user.type': 'user',
  'audience.type': 'Label',
  'inbox.name': 'Support',
  'SlimInbox.name': 'Support',
  'ApiInbox.name': 'Support',
  'WebWidgetInbox.name': 'Support',
  'InboxCreated.name': 'Support',
  'InboxUpdated.name': 'Support',
  'team.name': 'sales',
  'Team.name': 'sales',
  'TeamBlock.name': 'sales',
  'AgentBot.name': 'Bo Bot',
  'AgentBotBlock.name': 'Bo Bot',
  'Webhook.name': 'Shop',
  'WrittenWebhook.name': 'Shop',
  'CustomFilter.name': 'Waiting customers',
  available_name: 'Ada',
  display_name: 'Ada',
  available_display_name: 'Ada',
  email: 'carla@example.com',
  'Agent.email': 'ada@example.com',
  'UserBlock.email': 'ada@example.com',
  'UserSender.email': 'ada@example.com',
  'Profile.email': 'ada@example.com',
  'user.email': 'ada@example.com',
  uid: 'ada@example.com',
  support_email: 'support@example.com',
  phone_number: '+14155550123',
  identifier: 'customer-17',
  source_id: UUID,
  uuid: UUID,
  locale: 'en',
  timezone: 'Europe/Berlin',
  provider: 'email',
  role: 'administrator',
  availability: 'online',
  availability_status: 'online',
  display_id: 1,
  key: 'Zk3vQx8mT1wYb6nRc4pLd9sFa2hGj5eU',
  filename: 'photo.png',
  q: 'carla',
  reset_password_token: 'as-in-the-link',
  current_page: 1,

  // What is said.
  content: 'Your parcel is on its way.',
  processed_message_content: 'Your parcel is on its way.',
  message_type: 1,
  'message.message_type': 'outgoing',
  'MessageCreated.message_type': 'outgoing',
  'MessageUpdated.message_type': 'outgoing',
  'Note.content': 'Prefers to be called in the afternoon',
  'CannedResponse.content': 'Thank you for your patience.',
  'Translation.content': 'Your parcel is on its way.',
  attachments: [],
  'Attachment.content_type': 'image/png',
  extension: 'png',
  file_type: 'image',
  file_size: 20_480,
  width: 800,
  height: 600,
  data_url: 'https://chat.example.com/files/Zk3vQx8mT1wYb6nRc4pLd9sFa2hGj5eU/photo.png',
  thumb_url: 'https://chat.example.com/files/Zk3vQx8mT1wYb6nRc4pLd9sFa2hGj5eU/photo.png',
  short_code: 'thanks',
  message: 'Done',
  feedback_message: 'Quick and friendly',
  rating: 5,
  sender_name: 'Ada Admin',
  echo_id: 'draft-1',

  // What is set.
  title: 'vip',
  'DashboardApp.title': 'Orders',
  description: 'Answer these first',
  color: '#1f93ff',
  labels: ['vip'],
  payload: ['vip'],
  custom_attributes: { plan: 'gold' },
  attribute_key: 'plan',
  attribute_display_name: 'Plan',
  attribute_display_type: 'list',
  attribute_description: 'What they pay for',
  attribute_values: ['gold', 'silver'],
  default_value: null,
  url: 'https://shop.example.com/hooks',
  'content.url': 'https://shop.example.com/orders',
  website_url: 'https://shop.example.com',
  outgoing_url: 'https://bots.example.com/hear',
  webhook_url: 'https://shop.example.com/hooks',
  inbox_name: 'Support',
  button_text: 'Please rate us',
  display_type: 'emoji',
  language: 'en',
  operator: 'contains',
  'survey_rules.values': ['vip'],
  selected_feature_flags: ['attachments'],
  website_token: 'sVbGhT3kQ9',
  web_widget_script: '<script>…</script>',
  expected_webhook_url: 'https://chat.example.com/webhooks/whatsapp',
  open_hour: 9,
  open_minutes: 0,
  close_hour: 17,
  close_minutes: 0,
  can_reply: true,
  confirmed: true,
  changed_attributes: [{ status: { previous_value: 'open', current_value: 'resolved' } }],
  'ContactUpdated.changed_attributes': [{ name: { previous_value: 'Carla', current_value: 'Carla Contact' } }],
  'InboxUpdated.changed_attributes': [{ name: { previous_value: 'Help', current_value: 'Support' } }],
  'MessageUpdated.changed_attributes': [{ status: { previous_value: 'sent', current_value: 'read' } }],

  // What is empty as a rule.
  avatar_url: '',
  thumbnail: '',
  avatar: '',
  inbox_avatar_url: '',
  priority: null,
  snoozed_until: null,
  disabled_at: null,
  loop_stopped_at: null,
  loop_conversation_id: null,
  first_reply_created_at: null,
  custom_role_id: null,
  sla_policy_id: null,
  portal_id: null,
  help_center: null,
  template: null,
  waiting_since: 0,
  failed: [],
  checks: { database: 'ok', migrations: 'ok', storage: 'ok', scheduler: 'ok' },
  event_loop_delay_ms: 0.1,

  // Times that are no whole seconds.
  'Conversation.updated_at': Date.parse(MOMENT) / 1000 + 0.125,
  'EventConversation.updated_at': Date.parse(MOMENT) / 1000 + 0.125,

  // Of failures and of this document.
  error: 'Validation failed',
  attributes: ['code'],
  redirect_url: '/login',
  label: '1795270800',
  inbox: '1795270800',
  team: '1795270800',
  openapi: '3.1.0',
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',

  // Secrets are what nobody should copy.
  secret: 'whsec_…',
  access_token: '…',
  hmac_token: '…',
};

/** A value of the shape, of which the property `name` of `owner` has it. */
export function exampleOf(shape: Shape, name = '', owner = ''): unknown {
  for (const known of [`${owner}.${name}`, name]) {
    const typical = TYPICAL[known];
    if (typical !== undefined && fits(typical, shape)) return typical;
  }
  const { enum: values, anyOf, type, title, format, properties = {}, items = {}, minimum = 1 } = shape;
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(anyOf)) return exampleOfEither(anyOf as Shape[], name, owner);
  const inside = String(title ?? (name || owner));
  switch ([type].flat()[0]) {
    case 'object':
      return exampleObject(properties as Record<string, Shape>, inside);
    case 'array':
      return [exampleOf(items as Shape, name.replace(/s$/, ''), inside)];
    case 'string':
      return format === 'date-time' ? MOMENT : 'text';
    case 'integer':
    case 'number':
      return isTime(shape) ? Date.parse(MOMENT) / 1000 : Math.max(1, Number(minimum));
    case 'boolean':
      return false;
    default:
      return null;
  }
}

/** The first that it may be; of texts that may be absent, null. */
function exampleOfEither(shapes: Shape[], name: string, owner: string): unknown {
  const [first = {}, ...others] = shapes;
  const isText = first['type'] === 'string' && first['format'] === undefined;
  return isText && others.some(({ type }) => type === 'null') ? null : exampleOf(first, name, owner);
}

function exampleObject(properties: Record<string, Shape>, title: string): object {
  return Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, exampleOf(shape, name, title)]));
}

const isTime = ({ description }: Shape) => String(description).startsWith('Unix seconds');

/** Whether the shape takes a value of the table above. */
function fits(value: unknown, { enum: values, anyOf, type, properties, items, format }: Shape): boolean {
  if (Array.isArray(values)) return values.includes(value);
  if (Array.isArray(anyOf)) return (anyOf as Shape[]).some((shape) => fits(value, shape));
  const kinds = [type ?? []].flat();
  if (Array.isArray(value)) return kinds.includes('array') && value.every((item) => fits(item, (items ?? {}) as Shape));
  if (typeof value === 'object' && value !== null) return kinds.includes('object') && properties === undefined;
  if (typeof value === 'number') return kinds.includes('integer') || kinds.includes('number');
  return kinds.includes(value === null ? 'null' : typeof value) && format !== 'date-time';
}

/** What clients typically upload in the fields of these names. */
const FILES: Record<string, string> = { avatar: 'face.png', import_file: 'contacts.csv' };

/** The name of a file for the field. */
export const fileName = (field: string): string => FILES[field] ?? 'photo.png';

/** The fields of a form with one file beside them. */
export function withFile(fields: Record<string, unknown>, [field]: readonly string[]): Record<string, unknown> {
  if (field === undefined) return fields;
  const file = `${BYTES} ${fileName(field)})`;
  return { ...fields, [field]: field.endsWith('[]') ? [file] : file };
}

/** Whether the value stands for a file. */
export const isFile = (value: unknown): boolean => typeof value === 'string' && value.startsWith(BYTES);

const BYTES = '(the bytes of';
