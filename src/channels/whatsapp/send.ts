import type { Attributes } from '../../entities/columns.ts';
import { toWhatsapp } from '../../markdown/to-whatsapp.ts';
import { actionsOf, itemsOf, renderText, renderTextWithLinks, textIn } from '../render-text.ts';
import { splitText } from '../split-text.ts';
import type { Means, Outcome, OutgoingFile, OutgoingMessage, Part, Transport } from '../transport.ts';
import { askWhatsapp } from './ask-whatsapp.ts';
import { CLOUD_API, DIALOG360, type WhatsappHost } from './hosts.ts';
import { interactiveOf } from './interactive.ts';
import { isTooLarge, mediaKindOf, referTo, takesCaption } from './media.ts';
import { chooseTemplate, missingHeader, templateOf } from './template.ts';
import { sharedFields } from './shared-fields.ts';
import { USER_ID } from './user-ids.ts';

const TEXT_LENGTH = 4096;
const CAPTION_LENGTH = 1024;
/** The addresses of pictures that WhatsApp fetches itself. */
const PICTURE = /^https?:\/\/[^?#]+\.(jpe?g|png)([?#]|$)/i;
const ADDRESS = /https?:\/\//;

/** What one request sends, without its receiver; a file of it is uploaded first. */
type Content = { fields: Attributes } | { file: OutgoingFile; caption: string } | { template: Attributes };

/**
 * Sends messages of WhatsApp. Nothing keeps a repetition from arriving twice; but what becomes of a message is told with
 * what the request had as `biz_opaque_callback_data`.
 */
const transportBy = (host: WhatsappHost): Transport => ({
  provider: host.provider,
  isRepeatable: false,
  partsOf: (message) =>
    [...contentsOf(withMarks(message)), ...sharedOf(message)].map((content, index, all) =>
      partOf(host, message, content, { isFirst: index === 0, isOnly: all.length === 1 }),
    ),
});

export const cloudTransport = transportBy(CLOUD_API);
export const dialog360Transport = transportBy(DIALOG360);

const withMarks = (message: OutgoingMessage): OutgoingMessage => ({
  ...message,
  content: message.content && toWhatsapp(message.content),
});

function contentsOf(message: OutgoingMessage): Content[] {
  if (message.template) return [{ template: message.template }];
  const linked = message.files.filter(isTooLarge);
  const files = message.files.filter((file) => !isTooLarge(file));
  const interactive = interactiveOf(message, message.content ?? '');
  if (interactive) {
    const links = textsOf(linked.map(({ url }) => url).join('\n'));
    return [{ fields: { type: 'interactive', interactive } }, ...links, ...files.map((file) => fileOf(file))];
  }
  if (message.contentType === 'cards') return [...cardsOf(message, linked), ...files.map((file) => fileOf(file))];
  const text = renderTextWithLinks(message, linked);
  const [first, ...rest] = files;
  const isCaption = first && takesCaption(first) && text !== '' && text.length <= CAPTION_LENGTH;
  if (isCaption) return [fileOf(first, text), ...rest.map((file) => fileOf(file))];
  return [...textsOf(text), ...files.map((file) => fileOf(file))];
}

/** A shared location and contact cards as WhatsApp messages. */
const sharedOf = ({ template, contentAttributes }: OutgoingMessage): Content[] =>
  template ? [] : sharedFields(contentAttributes).map((fields) => ({ fields }));

const fileOf = (file: OutgoingFile, caption = ''): Content => ({ file, caption });

function textsOf(text: string): Content[] {
  return splitText(text, TEXT_LENGTH).map((body) => ({
    fields: { type: 'text', text: { body, preview_url: ADDRESS.test(body) } },
  }));
}

/** A message for each card: its picture with the text below it, or the text alone. */
function cardsOf(message: OutgoingMessage, linked: readonly OutgoingFile[]): Content[] {
  const head = renderTextWithLinks({ ...message, contentType: 'text' }, linked);
  const cards = itemsOf(message.contentAttributes).flatMap((card): Content[] => {
    const link = textIn(card, 'media_url');
    const caption = renderCard(message, { ...card, media_url: null });
    if (!PICTURE.test(link) || caption.length > CAPTION_LENGTH) return textsOf(renderCard(message, card));
    return [{ fields: { type: 'image', image: { link, ...(caption !== '' && { caption }) } } }];
  });
  return [...textsOf(head), ...cards];
}

const renderCard = (message: OutgoingMessage, card: Attributes) =>
  renderText({ ...message, content: null, contentAttributes: { items: [{ ...card, actions: actionsOf(card) }] } });

/** Only a message of a single part has a handle: the status of a part says nothing about the others. */
function partOf(
  host: WhatsappHost,
  message: OutgoingMessage,
  content: Content,
  { isFirst, isOnly }: { isFirst: boolean; isOnly: boolean },
): Part {
  return async (means) => {
    const made = await fieldsOf(host, message, content, means);
    if ('outcome' in made) return made.outcome;
    const json = {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      ...addressOf(message),
      ...(isFirst && message.answers !== null && { context: { message_id: message.answers } }),
      ...made.fields,
      biz_opaque_callback_data: isOnly ? `${message.id}:${means.key}` : means.key,
    };
    return askWhatsapp(means, host, 'messages', { json }, idIn);
  };
}

/** What the request has besides its receiver. */
async function fieldsOf(
  host: WhatsappHost,
  message: OutgoingMessage,
  content: Content,
  means: Means,
): Promise<{ fields: Attributes } | { outcome: Outcome }> {
  if ('fields' in content) return content;
  if ('template' in content) return templateFields(host, message, content.template, means);
  const referred = await referTo(means, host, content.file);
  return 'outcome' in referred ? referred : { fields: mediaFields(message, content, referred.media) };
}

/** A file of the message becomes the header, if the template has one and the values do not name it. */
async function templateFields(
  host: WhatsappHost,
  { files }: OutgoingMessage,
  params: Attributes,
  means: Means,
): Promise<{ fields: Attributes } | { outcome: Outcome }> {
  const chosen = chooseTemplate(params, means.channel.templates ?? null);
  if (typeof chosen === 'string') return refusedFor(chosen);
  const kind = missingHeader(chosen, params);
  const [file, another] = files;
  const lost = kind ? another : file;
  if (lost) return refusedFor(`the template ${chosen.name} has no place for ${lost.name}`);
  // Before the file is uploaded for nothing.
  const planned = templateOf(chosen, params, kind && file ? { type: kind } : null);
  if (typeof planned === 'string') return refusedFor(planned);
  let header: Attributes | null = null;
  if (kind && file) {
    const referred = await referTo(means, host, file);
    if ('outcome' in referred) return referred;
    header = { type: kind, [kind]: { ...referred.media, ...(kind === 'document' && { filename: file.name }) } };
  }
  const made = templateOf(chosen, params, header);
  if (typeof made === 'string') return refusedFor(made);
  const namespace = textIn(params, 'namespace') || textIn(chosen.definition ?? {}, 'namespace');
  const template = { ...made, ...(host.takesNamespace && namespace !== '' && { namespace }) };
  return { fields: { type: 'template', template } };
}

const refusedFor = (reason: string): { outcome: Outcome } => ({ outcome: { is: 'refused', reason } });

function mediaFields(
  { contentAttributes }: OutgoingMessage,
  { file, caption }: { file: OutgoingFile; caption: string },
  media: Attributes,
): Attributes {
  const type = mediaKindOf(file);
  const isVoice =
    type === 'audio' && file.contentType === 'audio/ogg' && contentAttributes['is_voice_message'] === true;
  return {
    type,
    [type]: {
      ...media,
      ...(caption !== '' && { caption }),
      ...(type === 'document' && { filename: file.name }),
      ...(isVoice && { voice: true }),
    },
  };
}

/** A user id needs its own field: in the field for numbers it is accepted, and the message arrives nowhere. */
function addressOf({ to }: OutgoingMessage): Attributes {
  return USER_ID.test(to) ? { recipient: to } : { to };
}

function idIn({ messages }: Attributes): string {
  const [first] = Array.isArray(messages) ? (messages as Attributes[]) : [];
  return first ? textIn(first, 'id') : '';
}
