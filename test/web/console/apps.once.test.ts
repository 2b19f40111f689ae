import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenAccount, givenAgent, givenConversation } from '../../support/factories.ts';
import { givenWebsite, type Website } from '../../support/web/website.ts';
import { Consoles } from '../pages/console-page.ts';

/** What an app does that was made for Chatwoot's dashboard: it asks for the conversation, and shows what it is given. */
const APP = `<!doctype html><title>Orders</title><h1>Orders</h1><pre></pre><script>
addEventListener('message', ({ data }) => {
  const { event, data: given } = JSON.parse(data);
  if (event !== 'appContext') return;
  const { conversation, contact, currentAgent } = given;
  document.querySelector('pre').textContent = [conversation.id, conversation.status, contact.name, currentAgent.name].join(' ');
});
parent.postMessage('chatwoot-dashboard-app:fetch-info', '*');
</script>`;
/** It tries what no app may. */
const HOSTILE = `<!doctype html><title>Bad</title><h1>Bad</h1><script>
for (const to of [parent, top]) {
  to.postMessage({ go: '/app/login' }, '*');
  try { to.document.title = 'stolen'; } catch {}
  try { to.location = 'https://example.com/'; } catch {}
}
</script>`;

const consoles = new Consoles();
let site: Website;
beforeAll(async () => {
  await consoles.start({ 'rate_limit.requests_per_minute': '0' });
  site = await givenWebsite();
  site.pages.set('/orders', { html: APP });
  site.pages.set('/bad', { html: HOSTILE });
});
afterEach(consoles.close);
afterAll(async () => {
  await site.stop();
  await consoles.stop();
});

/** The console at a conversation of an account with an app at this path. */
async function openWith(path: string) {
  const opened = await consoles.openSignedIn();
  const { account, page } = opened;
  const content = [{ type: 'frame', url: site.at() + path }];
  const { body: app } = await account.call('POST', '/dashboard_apps', { title: 'Orders', content });
  const { id } = await givenConversation(account);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${consoles.test.url}/app/accounts/${account.id}/conversations/${id}`);
  await page.getByRole('tab', { name: 'Orders' }).click();
  const frame = page.frameLocator('iframe[title=Orders]').frameLocator('iframe');
  return { ...opened, id, app: app as { id: number }, frame };
}

describe('a dashboard app', () => {
  it('is shown beside the conversation, and given it, also when it changes', async () => {
    const { account, page, frame, id, problems } = await openWith('/orders');
    const { name } = account.administrator;

    await frame.getByText(`${id} open Carla Contact ${name}`).waitFor();
    await account.call('POST', `/conversations/${id}/toggle_status`, { status: 'resolved' });
    await frame.getByText(`${id} resolved Carla Contact ${name}`).waitFor();

    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByRole('heading', { name: 'Previous conversations' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('cannot change the console, or lead it elsewhere', async () => {
    const { page, frame, path } = await openWith('/bad');
    const before = path();

    await frame.getByRole('heading', { name: 'Bad' }).waitFor();
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByRole('heading', { name: 'Previous conversations' }).waitFor();

    expect(path()).toBe(before);
    expect(await page.title()).toBe('Conversation with Carla Contact');
  });

  it('is in no frame of another site, and only for members of its account', async () => {
    const { account, app } = await openWith('/orders');
    const other = await givenAccount(consoles.test);
    const agent = await givenAgent(consoles.test, account);
    const get = async (token: string) =>
      fetch(`${consoles.test.url}/app/accounts/${account.id}/dashboard_apps/${app.id}`, {
        headers: { api_access_token: token },
      });

    const [own, strange] = [await get(agent.token), await get(other.administrator.token)];

    expect([own.status, strange.status]).toEqual([200, 404]);
    const policy = own.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain(`frame-src ${site.at()};`);
    expect(strange.headers.get('content-security-policy')).toContain("frame-src 'none'");
  });
});
