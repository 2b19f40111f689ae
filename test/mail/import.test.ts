import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { eventsDuring, typesOf } from '../support/events.ts';
import { givenAccount } from '../support/factories.ts';
import { formWith } from '../support/files/pictures.ts';
import { givenMailServer, type MailServer } from '../support/servers/smtp.ts';

let server: MailServer;
let test: TestApp;
beforeAll(async () => {
  server = await givenMailServer();
  test = await givenApp({ 'mail.smtp_url': server.url, 'mail.from': 'support@acme.example' });
});
afterAll(async () => {
  await test.stop();
  await server.stop();
});

/** Imports a file with this text into a new account, and gives the mail that its administrator gets. */
async function imported(text: string) {
  const account = await givenAccount(test);
  let mail;
  const events = await eventsDuring(test, account, async () => {
    const form = formWith('import_file', new TextEncoder().encode(text), {}, 'people.csv');
    const { status } = await account.call('POST', '/contacts/import', form);
    expect(status).toBe(200);
    [mail] = await server.mailsTo(account.administrator.email);
  });
  const contacts = (await account.call('GET', '/contacts')).body.payload;
  return { account, mail: mail as unknown as (typeof server.arrived)[number], contacts, events };
}

describe('an import that was uploaded', () => {
  it('makes contacts, records events, and mails the user who requested it', async () => {
    const { mail, contacts, events } = await imported('name,email\nCarla,carla@example.com\nBob,bob@example.com\n');

    expect(contacts.map(({ name }: { name: string }) => name)).toEqual(['Carla', 'Bob']);
    expect(typesOf(events)).toEqual(['contact_created', 'contact_created']);
    expect(mail.email.subject).toBe('Your contacts are imported');
    expect(mail.email.text).toContain('people.csv for Acme:\n\n  2 rows\n  2 contacts created\n  0 updated');
    expect(mail.email.attachments).toEqual([]);
  });

  it('sends the rows that were rejected with the mail', async () => {
    const { mail, contacts } = await imported('name,email\nCarla,carla@example.com\nBob,bob\n');

    expect(contacts).toHaveLength(1);
    expect(mail.email.text).toContain('1 rejected');
    const [file, ...more] = mail.email.attachments;
    expect(more).toEqual([]);
    expect(file).toMatchObject({ filename: 'people.rejected.csv', mimeType: 'text/plain' });
    expect(new TextDecoder().decode(file?.content as ArrayBuffer)).toBe(
      'name,email,errors\nBob,bob,email is not an e-mail address\n',
    );
  });

  it('imports nothing from a file that is not CSV throughout, and says so', async () => {
    const { mail, contacts } = await imported('name,email\nCarla,carla@example.com\n"Bob,bob@example.com\n');

    expect(contacts).toEqual([]);
    expect(mail.email.subject).toBe('Your contacts could not be imported');
    expect(mail.email.text).toMatch(/Nothing was imported: import_file is no CSV from line \d/);
  });

  it('does not try again after a misplaced quote, but says so', async () => {
    const { mail, contacts } = await imported('name,email\nCarla "the" Cat,carla@example.com\n');

    expect(contacts).toEqual([]);
    expect(mail.email.subject).toBe('Your contacts could not be imported');
    expect(mail.email.text).toMatch(/Nothing was imported: import_file is no CSV from line 2 on/);
  });

  it('imports nothing from more than a million rows, and says how to go on', async () => {
    const { mail, contacts } = await imported(`email\n${'x\n'.repeat(1_000_001)}`);

    expect(contacts).toEqual([]);
    expect(mail.email.text).toContain('import_file has more than 1,000,000 rows: divide it');
  });

  it('reads rows that end in different ways', async () => {
    const { contacts } = await imported('name,email\r\nCarla,"carla@example.com"\nBob,"bob@example.com"\r\n');

    expect(contacts.map(({ email }: { email: string }) => email)).toEqual(['carla@example.com', 'bob@example.com']);
  });

  it('takes columns of any name, and very many of them', async () => {
    const columns = Array.from({ length: 9000 }, (_, index) => `column ${index}`);

    const { contacts } = await imported(
      `__proto__,constructor,${columns.join(',')},email\na,b${','.repeat(9001)}c@d.example\n`,
    );

    expect(contacts.map(({ email }: { email: string }) => email)).toEqual(['c@d.example']);
    expect(Object.entries(contacts[0].custom_attributes)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });
});
