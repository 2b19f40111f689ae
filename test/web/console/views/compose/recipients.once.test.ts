import { describe, expect, it } from '@jest/globals';
import { messageOf } from '../../../../../src/web/console/store/message.ts';
import { addressesIn, proposeRecipients } from '../../../../../src/web/console/views/compose/recipients.ts';

const CONTACT = 'carla@example.com';
const OWN = ['support@acme.example', 'sales@acme.example'];

const message = (type: number, attributes: object, isPrivate = false) =>
  messageOf({
    id: 1,
    conversation_id: 1,
    content: '',
    content_type: 'text',
    content_attributes: { ...attributes },
    message_type: type,
    created_at: 0,
    private: isPrivate,
    status: 'sent',
  });
const received = (email: object) => message(0, { email });
const sent = (attributes: object) => message(1, attributes);

describe('the recipients of an answer', () => {
  it('are those of the newest mail, without addresses of the account', () => {
    const mail = received({
      from: [CONTACT],
      to: ['Support@acme.example', 'paul@example.com', 'reply+9f@acme.example'],
      cc: ['boss@example.com', 'sales@acme.example', 'Paul@example.com', CONTACT],
    });

    expect(proposeRecipients([undefined, message(1, {}, true), message(2, {}), mail], CONTACT, OWN)).toEqual({
      to: CONTACT,
      cc: 'paul@example.com, boss@example.com',
      bcc: '',
    });
  });

  it('are the sender, with the contact in Cc, where somebody else has written', () => {
    const from = { from: ['paul@example.com'], to: ['support@acme.example'], cc: null };

    expect(proposeRecipients([received(from)], CONTACT, OWN)).toEqual({ to: 'paul@example.com', cc: CONTACT, bcc: '' });
    expect(proposeRecipients([received({ ...from, reply_to: ['desk@example.com'] })], CONTACT, OWN).to).toBe(
      'desk@example.com',
    );
  });

  it('are those of the last answer, if it named some', () => {
    const mail = received({ from: [CONTACT], to: ['support@acme.example'], cc: ['boss@example.com'] });
    const answer = sent({
      to_emails: ['paul@example.com'],
      cc_emails: ['x@example.com'],
      bcc_emails: ['y@example.com'],
    });

    expect(proposeRecipients([answer, mail], CONTACT, OWN)).toEqual({
      to: 'paul@example.com',
      cc: 'x@example.com',
      bcc: 'y@example.com',
    });
    expect(proposeRecipients([sent({}), mail], CONTACT, OWN).cc).toBe('boss@example.com');
  });

  it('are the contact, where there was no mail, or only one of the team itself', () => {
    expect(proposeRecipients([], CONTACT, OWN)).toEqual({ to: CONTACT, cc: '', bcc: '' });
    const own = received({ from: ['sales@acme.example'], to: ['support@acme.example'] });
    expect(proposeRecipients([own], CONTACT, OWN)).toEqual({ to: CONTACT, cc: '', bcc: '' });
  });
});

describe('typed addresses', () => {
  it.each<[string, string[], string | undefined]>([
    ['', [], undefined],
    [' a@x.test,b@x.test ; c@x.test\n', ['a@x.test', 'b@x.test', 'c@x.test'], undefined],
    ['"Smith, Jane" <jane@x.test>, Paul <p@x.test>', ['jane@x.test', 'p@x.test'], undefined],
    ['a@x.test, nobody', ['a@x.test', 'nobody'], 'nobody'],
    ['Jane <jane>', ['jane'], 'Jane <jane>'],
    ['a@x.test b@x.test', ['a@x.test b@x.test'], 'a@x.test b@x.test'],
    ['<', ['<'], '<'],
  ])('%j', (typed, addresses, wrong) => {
    expect(addressesIn(typed)).toEqual({ addresses, wrong });
  });
});
