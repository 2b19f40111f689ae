import type { Attributes } from '../../../entities/columns.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { Connection } from '../connection.ts';
import { askLinear, nodesIn, objectAt, textAt } from './ask-linear.ts';
import { CREATE_ISSUE, ISSUE, LINK_ISSUE, LINKED_ISSUES, UNLINK_ISSUE } from './operations.ts';

export type Issue = { id: string; title: string; identifier: string };

/**
 * Creates an issue, with the fields that Linear's IssueCreateInput has. With an `id`, a UUID, it is created once however often
 * it is asked for; null = Linear gives it one.
 * @throws AppError as `askLinear`
 */
export async function createIssue(connection: Connection, input: Attributes, id: string | null): Promise<Issue> {
  try {
    const named = id === null ? input : { ...input, id };
    return issueIn(objectAt(await askLinear(connection, CREATE_ISSUE, 'issueCreate', { input: named }), 'issue'));
  } catch (error) {
    // An id that is taken is refused like anything else that is wrong.
    const known = id !== null && isRefusal(error) ? await findIssue(connection, id) : null;
    if (known === null) throw error;
    return known;
  }
}

/** Null = Linear does not show it. */
async function findIssue(connection: Connection, id: string): Promise<Issue | null> {
  try {
    return issueIn(await askLinear(connection, ISSUE, 'issue', { id }));
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

const isRefusal = (error: unknown) => error instanceof AppError && error.code === 'invalid';

function issueIn(found: Attributes): Issue {
  return { id: textAt(found, 'id'), title: textAt(found, 'title'), identifier: textAt(found, 'identifier') };
}

/** The links from issues to the address of a conversation. @throws AppError as `askLinear` */
export async function linkedIssues(connection: Connection, url: string): Promise<Attributes[]> {
  return nodesIn(await askLinear(connection, LINKED_ISSUES, 'attachmentsForURL', { url }));
}

/** Links an issue with the address of a conversation, and returns the id of the link. @throws AppError as `askLinear` */
export async function linkIssue(
  connection: Connection,
  link: { url: string; issue: string; title: string | null },
): Promise<string> {
  const made = await askLinear(connection, LINK_ISSUE, 'attachmentLinkURL', link);
  return textAt(objectAt(made, 'attachment'), 'id');
}

/**
 * Removes a link to the address of a conversation.
 * @throws AppError `not_found` for a link to something else; as `askLinear`
 */
export async function unlinkIssue(connection: Connection, url: string, linkId: string): Promise<void> {
  const links = await linkedIssues(connection, url);
  if (!links.some(({ id }) => id === linkId)) throw notFound('Link');
  await askLinear(connection, UNLINK_ISSUE, 'attachmentDelete', { id: linkId });
}
