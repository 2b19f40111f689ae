import { describe, expect, it } from '@jest/globals';
import type { Inbox } from '../../../../../src/web/console/sync/start.ts';
import { filled, templatesOf } from '../../../../../src/web/console/views/compose/templates/read-templates.ts';

const inbox = (more: Partial<Inbox>): Inbox => ({ id: 1, name: 'Phone', channel_type: '', avatar_url: '', ...more });
const whatsapp = (...templates: object[]) =>
  templatesOf(inbox({ channel_type: 'Channel::Whatsapp', message_templates: templates }));
const twilio = (...templates: object[]) =>
  templatesOf(inbox({ channel_type: 'Channel::TwilioSms', medium: 'whatsapp', content_templates: { templates } }));

const ofParts = (components: object[], more: object = {}) =>
  whatsapp({ name: 'one', language: 'en', category: 'UTILITY', status: 'APPROVED', components, ...more })[0];

describe('templates of WhatsApp', () => {
  it('are the approved ones, by name and language', () => {
    const all = whatsapp(
      { name: 'b', language: 'en', status: 'APPROVED' },
      { name: 'a', language: 'fr', status: 'approved' },
      { name: 'a', language: 'de', status: 'APPROVED' },
      { name: 'c', language: 'en', status: 'REJECTED' },
    );

    expect(all.map(({ id }) => id)).toEqual(['a de', 'a fr', 'b en']);
    expect(templatesOf(inbox({ channel_type: 'Channel::Whatsapp' }))).toEqual([]);
  });

  it('have a place for each value, which is sent where it belongs', () => {
    const template = ofParts([
      { type: 'HEADER', format: 'TEXT', text: 'For {{1}}' },
      { type: 'BODY', text: '{{1}}: {{2}}, again {{1}}' },
      { type: 'FOOTER', text: 'Acme' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Thanks' },
          { type: 'URL', text: 'Track', url: 'https://acme.example/{{1}}' },
          { type: 'URL', text: 'Shop', url: 'https://acme.example/' },
          { type: 'COPY_CODE', text: 'Copy' },
        ],
      },
    ]);
    const ids = template?.places.map(({ id }) => id) ?? [];
    const values = new Map(ids.map((id) => [id, `<${id}>`]));

    expect(ids).toEqual(['header 1', 'body 1', 'body 2', 'button 1', 'button 3']);
    expect(template?.isSendable).toBe(true);
    expect(filled(template?.body ?? '', 'body', values)).toBe('<body 1>: <body 2>, again <body 1>');
    expect(template?.paramsWith(values)).toEqual({
      name: 'one',
      language: 'en',
      category: 'UTILITY',
      processed_params: {
        header: { 1: '<header 1>' },
        body: { 1: '<body 1>', 2: '<body 2>' },
        buttons: [{}, { type: 'url', parameter: '<button 1>' }, {}, { type: 'copy_code', parameter: '<button 3>' }],
      },
    });
  });

  it('with a file in the heading ask for its address', () => {
    const template = ofParts([
      { type: 'HEADER', format: 'DOCUMENT' },
      { type: 'BODY', text: 'For {{name}}' },
    ]);

    expect(template?.places.map(({ id }) => id)).toEqual(['file', 'body name']);
    const values = new Map([
      ['file', 'https://acme.example/a.pdf'],
      ['body name', 'Carla'],
    ]);
    expect(template?.paramsWith(values)).toMatchObject({
      processed_params: {
        header: { media_url: 'https://acme.example/a.pdf', media_type: 'document' },
        body: { name: 'Carla' },
      },
    });
  });

  it.each<[string, object]>([
    ['a place', { type: 'HEADER', format: 'LOCATION' }],
    ['a GIF', { type: 'HEADER', format: 'GIF' }],
    ['cards', { type: 'CAROUSEL', cards: [] }],
    ['an offer', { type: 'LIMITED_TIME_OFFER' }],
    ['a form', { type: 'BUTTONS', buttons: [{ type: 'FLOW' }] }],
  ])('with %s are not sent from here', (_, part) => {
    expect(ofParts([{ type: 'BODY', text: 'Hello' }, part])?.isSendable).toBe(false);
  });
});

describe('templates of Twilio', () => {
  const template = (more: object) =>
    twilio({ friendly_name: 'parcel', language: 'en', status: 'approved', content_sid: 'HX1', ...more })[0];

  it('have the places of their text', () => {
    const parcel = template({ body: 'Parcel {{1}} for {{name}}', variables: { 1: '7', name: 'Jane' } });
    const values = new Map([
      ['body 1', 'P-5'],
      ['body name', 'Carla'],
    ]);

    expect(parcel?.isSendable).toBe(true);
    expect(parcel?.paramsWith(values)).toEqual({
      name: 'parcel',
      language: 'en',
      content_sid: 'HX1',
      processed_params: { 1: 'P-5', name: 'Carla' },
    });
  });

  it('with values elsewhere are not sent from here', () => {
    expect(template({ body: 'Parcel', variables: { 1: 'x' } })?.isSendable).toBe(false);
    expect(template({ body: null, variables: {} })?.isSendable).toBe(false);
  });
});
