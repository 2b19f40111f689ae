import type { Attributes } from '../../../entities/columns.ts';
import { notFound } from '../../../errors.ts';
import type { Connection } from '../connection.ts';
import { askLinear, nodesIn, objectAt, textAt } from './ask-linear.ts';
import { CREATE_ISSUE, LINK_ISSUE, LINKED_ISSUES, UNLINK_ISSUE } from './operations.ts';

export type Issue = { id: string; title: string; identifier: string };

/** Creates an issue, with the fields that Linear's IssueCreateInput has. @throws AppError as `askLinear` */
export async function createIssue(connection: Connection, input: Attributes): Promise<Issue> {
  const issue = objectAt(await askLinear(connection, CREATE_ISSUE, 'issueCreate', { input }), 'issue');
  return { id: textAt(issue, 'id'), title: textAt(issue, 'title'), identifier: textAt(issue, 'identifier') };
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
