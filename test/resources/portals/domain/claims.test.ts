import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../../support/app.ts';
import { givenAccount, type TestAccount } from '../../../support/factories.ts';
import { givenNameServer } from '../../../support/servers/name-server.ts';
import { givenMailServer, type MailServer } from '../../../support/servers/smtp.ts';
import { givenPortal, newSlug } from '../given-portal.ts';

let test: TestApp;
let mails: MailServer;
let names: Awaited<ReturnType<typeof givenNameServer>>;
beforeAll(async () => {
  [mails, names] = [await givenMailServer(), await givenNameServer()];
  test = await givenApp({
    'mail.smtp_url': mails.url,
    'help_centre.name_servers': names.address,
    'server.trust_proxy': 'true',
  });
});
afterAll(async () => {
  await test.stop();
  names.stop();
  await mails.stop();
});

type Portal = { slug: string; custom_domain: string; custom_domain_proof: { name: string; value: string } };

const find = async (account: TestAccount, { slug }: Portal) => (await account.call('GET', `/portals/${slug}`)).body;
const change = (account: TestAccount, { slug }: Portal, body: object) =>
  account.call('PATCH', `/portals/${slug}`, body);
const verify = (account: TestAccount, { slug }: Portal) => account.call('POST', `/portals/${slug}/verify_domain`);
const homeAt = async (domain: string) =>
  (await fetch(`${test.url}/en`, { headers: { 'X-Forwarded-Host': domain } })).text();

/** A domain that a portal has, and a portal of another account that shall have it too. */
async function givenTwo() {
  const [first, second] = [await givenAccount(test), await givenAccount(test)];
  const domain = `${newSlug()}.example.com`;
  const holder: Portal = await givenPortal(first, { name: 'Former Help', custom_domain: domain });
  const claimant: Portal = await givenPortal(second, { custom_domain: domain });
  return { first, second, domain, holder, claimant };
}

describe('a domain that a portal of another account has', () => {
  it('stays there, and the portal waits for a proof without being told whose it is', async () => {
    const { first, holder, second, claimant, domain } = await givenTwo();

    expect(await find(first, holder)).toMatchObject({ custom_domain: domain, custom_domain_status: 'active' });
    expect(await find(second, claimant)).toMatchObject({
      custom_domain: domain,
      custom_domain_status: 'pending',
      custom_domain_proof: {
        type: 'TXT',
        name: `_parley.${domain}`,
        value: expect.stringMatching(/^parley=[0-9a-f]{32}$/),
      },
    });
    expect(claimant.custom_domain_proof.value).not.toBe(holder.custom_domain_proof.value);
  });

  it('is not given without the record, nor by the record of another account', async () => {
    const { first, holder, second, claimant } = await givenTwo();
    const { name, value } = claimant.custom_domain_proof;

    const without = await verify(second, claimant);
    names.records.set(name, ['v=spf1 -all', holder.custom_domain_proof.value]);
    const ofOther = await verify(second, claimant);

    expect([without.status, without.body.attributes]).toEqual([422, ['custom_domain']]);
    expect(without.body.message).toContain(`${name} needs a TXT record with the value ${value}`);
    expect(ofOther.status).toBe(422);
    expect(await find(first, holder)).toMatchObject({ custom_domain_status: 'active' });
  });

  it('stays where both have their records there', async () => {
    const { first, holder, second, claimant } = await givenTwo();
    names.records.set(claimant.custom_domain_proof.name, [
      holder.custom_domain_proof.value,
      claimant.custom_domain_proof.value,
    ]);

    const { status, body } = await verify(second, claimant);

    expect([status, body.message]).toEqual([422, expect.stringContaining('is proved for another account, too')]);
    expect(await find(first, holder)).toMatchObject({ custom_domain_status: 'active' });
  });

  it('is given for the record; who had it waits, is mailed, and can have it back by a record', async () => {
    const { first, holder, second, claimant, domain } = await givenTwo();
    names.records.set(claimant.custom_domain_proof.name, ['v=spf1 -all', claimant.custom_domain_proof.value]);

    const { status, body } = await verify(second, claimant);

    expect([status, body.custom_domain, body.custom_domain_status]).toEqual([200, domain, 'active']);
    expect(await find(first, holder)).toMatchObject({ custom_domain: domain, custom_domain_status: 'pending' });
    const [mail] = await mails.mailsTo(first.administrator.email);
    expect(mail!.email.subject).toBe(`${domain} belongs to another account now`);
    expect(mail!.email.text).toContain('the help centre Former Help');

    names.records.set(holder.custom_domain_proof.name, [holder.custom_domain_proof.value]);
    expect((await verify(first, holder)).body.custom_domain_status).toBe('active');
    expect(await find(second, claimant)).toMatchObject({ custom_domain_status: 'pending' });
  });

  it('is in the log of both accounts, and that of the former one does not tell who has it', async () => {
    const { first, holder, second, claimant, domain } = await givenTwo();
    names.records.set(claimant.custom_domain_proof.name, [claimant.custom_domain_proof.value]);

    await verify(second, claimant);

    const [lost] = (await first.call('GET', '/audit_logs?auditable_type=Portal')).body.audit_logs;
    const [won] = (await second.call('GET', '/audit_logs?auditable_type=Portal')).body.audit_logs;
    expect(lost).toMatchObject({
      auditable_id: (await find(first, holder)).id,
      user_id: null,
      username: null,
      remote_address: null,
      audited_changes: { custom_domain: [domain, null], claimed_domain: [null, domain] },
    });
    expect(won).toMatchObject({
      user_id: second.administrator.id,
      audited_changes: { custom_domain: [null, domain], claimed_domain: [domain, null] },
    });
  });

  it('is shown at the root for the account that has it alone', async () => {
    const { holder, claimant, domain, second } = await givenTwo();

    const before = await homeAt(domain);
    names.records.set(claimant.custom_domain_proof.name, [claimant.custom_domain_proof.value]);
    await verify(second, claimant);

    expect(before).toContain('Former Help');
    expect(before).not.toContain('Acme Help');
    expect(await homeAt(domain)).toContain('Acme Help');
    expect((await test.request('GET', `/hc/${holder.slug}/en`)).text).not.toContain(`//${domain}`);
  });

  it('is free once it is given up, and the same change gives it then', async () => {
    const { first, holder, second, claimant, domain } = await givenTwo();

    await change(first, holder, { custom_domain: null });
    const { body } = await change(second, claimant, { custom_domain: domain });

    expect(body).toMatchObject({ custom_domain: domain, custom_domain_status: 'active' });
    expect(await find(first, holder)).toMatchObject({ custom_domain: null, custom_domain_status: null });
  });

  it('is free for verify_domain as well, without a record', async () => {
    const { first, holder, second, claimant } = await givenTwo();

    await first.call('DELETE', `/portals/${holder.slug}`);

    expect((await verify(second, claimant)).body.custom_domain_status).toBe('active');
  });

  it('is explained by ssl_status and by mail', async () => {
    const { second, claimant } = await givenTwo();
    const { name, value } = claimant.custom_domain_proof;
    const email = `${claimant.slug}@example.com`;

    const { body } = await second.call('GET', `/portals/${claimant.slug}/ssl_status`);
    await second.call('POST', `/portals/${claimant.slug}/send_instructions`, { email });

    expect(body.status).toBe('pending');
    expect(body.verification_errors).toEqual([
      expect.stringContaining(`${name} get a TXT record with the value ${value}`),
    ]);
    const [mail] = await mails.mailsTo(email);
    expect(mail!.email.text).toContain(`Name    ${name}`);
    expect(mail!.email.text).toContain(`Value   ${value}`);
  });
});

describe('verify_domain', () => {
  it('changes nothing of a portal that has its domain, and is refused without one', async () => {
    const { first, holder, domain } = await givenTwo();

    expect((await verify(first, holder)).body).toMatchObject({ custom_domain: domain, custom_domain_status: 'active' });
    const without = await verify(first, await givenPortal(first));

    expect([without.status, without.body.error]).toEqual([422, 'Custom domain is not configured']);
  });

  it('says so when the name servers do not answer', async () => {
    const silent = await givenApp({ 'help_centre.name_servers': '127.0.0.1:9' });
    const [first, second] = [await givenAccount(silent), await givenAccount(silent)];
    const domain = `${newSlug()}.example.com`;
    await givenPortal(first, { custom_domain: domain });
    const claimant = await givenPortal(second, { custom_domain: domain });

    const { status, body } = await verify(second, claimant);
    await silent.stop();

    expect([status, body.message]).toEqual([422, expect.stringContaining('the name servers do not answer')]);
  });
});
