import { Failure } from '../../src/cli/failure.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import type { Tx } from '../../src/db/tx.ts';
import { found } from '../../src/errors.ts';
import type { AccountRecord } from '../../src/records/account.ts';
import type { Actor } from '../../src/records/actor.ts';
import type { ContactRecord } from '../../src/records/contact.ts';
import { readActor } from '../../src/records/read-actor.ts';
import { setMember } from '../../src/resources/account_users/set-member.ts';
import { createAccount } from '../../src/resources/accounts/create-account.ts';
import { NO_CHANGE } from '../../src/resources/contacts/contact-input.ts';
import { createContact } from '../../src/resources/contacts/create-contact.ts';
import { createNote } from '../../src/resources/notes/create-note.ts';
import { addTeamMembers } from '../../src/resources/teams/add-team-members.ts';
import { createTeam } from '../../src/resources/teams/create-team.ts';
import { ensureUser } from '../../src/resources/users/ensure-user.ts';
import { DAY } from '../../src/time.ts';
import { makeHelpCentre } from './help-centre.ts';
import { makeInboxes } from './inboxes.ts';
import { type Agent, AGENTS, COMPANY, CONTACTS, emailOf, TEAMS } from './people.ts';
import type { PlannedConversation } from './plan-conversations.ts';
import { makeRule, makeSettings } from './settings.ts';
import { type Cast, stepsOf } from './steps.ts';
import { TEAS } from './talks.ts';

/** The company was founded so many days ago, before its first conversation. */
const FOUNDED_DAYS = 70;

type Given = { passwordHash: string; planned: readonly PlannedConversation[]; files: Cast['files'] };

/**
 * Makes the company with its people, settings, help centre and conversations, each at its time. All or nothing. Returns the
 * token of the first administrator. @throws Failure where a user has the address of one of its agents
 */
export function makeCompany(tx: Tx, { passwordHash, planned, files }: Given, now: Date): Promise<string> {
  const founded = new Date(now.getTime() - FOUNDED_DAYS * DAY);
  return inTransaction(tx, async (tx) => {
    const { account, agents, accessToken } = await makeAgents(tx, passwordHash, founded);
    const agentIds = agents.map(({ id }) => id);
    const teamIds = await makeTeams(tx, account, agentIds, founded);
    const inboxes = await makeInboxes(tx, account, agentIds, founded);
    await makeSettings(tx, account, { agentIds, teamIds }, founded);
    const [{ id: inboxId } = { id: 0 }] = inboxes;
    await makeHelpCentre(tx, account, { authorId: agents[0].id, inboxId }, founded);
    const contacts = await makeContacts(tx, account, agents[0], founded);
    const cast = { account, agents, teamIds, inboxes, contacts, files };
    const steps = planned
      .flatMap((conversation) => stepsOf(conversation, cast))
      .filter(({ at }) => at <= now.getTime());
    for (const { at, run } of steps.toSorted((a, b) => a.at - b.at)) await run(tx, new Date(at));
    await makeRule(tx, account, now);
    return accessToken;
  });
}

async function makeAgents(tx: Tx, passwordHash: string, now: Date) {
  const [first, ...others] = AGENTS;
  const userOf = ({ name, email }: Agent) => ({ name, email, isProved: true, passwordHash });
  const { account, user, isNewUser, accessToken } = await createAccount(
    tx,
    { name: COMPANY, locale: 'en', user: userOf(first) },
    now,
  );
  if (!isNewUser) throw taken(first);
  const actor = async (id: number) =>
    found(await readActor(tx, account.id, id, { tokenId: null, answeredDeliveryId: null }), 'User');
  const agents: [Actor, ...Actor[]] = [await actor(user.id)];
  for (const agent of others) {
    const ensured = await ensureUser(tx, userOf(agent), now);
    if (!ensured.isNewUser) throw taken(agent);
    const member = { accountId: account.id, userId: ensured.user.id, role: agent.role, mustAccept: false };
    await setMember(tx, member, now);
    agents.push(await actor(ensured.user.id));
  }
  return { account, agents, accessToken };
}

const taken = ({ email }: Agent) =>
  new Failure(`a user has the address ${email} already, which is that of an agent of the company`);

async function makeTeams(tx: Tx, account: AccountRecord, agentIds: readonly number[], now: Date): Promise<number[]> {
  const ids: number[] = [];
  const viewer = { accountId: account.id, userId: agentIds[0] ?? 0 };
  for (const { name, description, members } of TEAMS) {
    const team = await createTeam(tx, viewer, { name, description, allowAutoAssign: false }, now);
    const userIds = members.flatMap((place) => agentIds[place] ?? []);
    await addTeamMembers(tx, team, userIds, now);
    ids.push(team.id);
  }
  return ids;
}

async function makeContacts(tx: Tx, account: AccountRecord, actor: Actor, now: Date): Promise<ContactRecord[]> {
  const contacts: ContactRecord[] = [];
  for (const [place, { name, phone, company, city, country, code }] of CONTACTS.entries()) {
    const input = {
      ...NO_CHANGE,
      name,
      email: emailOf(place),
      phoneNumber: phone,
      identifier: `shop-${1000 + place}`,
      customAttributes: { favourite_tea: TEAS[place % TEAS.length] ?? '', subscriber: place % 3 === 0 },
      additionalAttributes: { city, country, country_code: code, ...(company !== null && { company_name: company }) },
      inboxId: null,
      sourceId: null,
    };
    const { contact } = await createContact(tx, account, input, actor, now);
    if (company !== null) {
      const content = `Buys for ${company}; likes to be called in the morning.`;
      await createNote(tx, account.id, contact.id, { content, userId: actor.id }, now);
    }
    contacts.push(contact);
  }
  return contacts;
}
