import { randomUUID } from 'node:crypto';
import { givenProvider, type ProviderReply, type ProviderRequest, type ProviderServer } from './provider-server.ts';

type Variables = Record<string, never> & { [name: string]: unknown };

/** What Linear was asked: the field at the root of the operation, and its variables. */
export type Asked = { field: string; variables: Variables };

type Issue = { id: string; identifier: string; title: string; description: string | null };

/** Stands in for the GraphQL API of a workspace at Linear with one team. `isGood`: whether it has given out this token. */
export type Linear = ProviderServer<Asked> & {
  issues: Issue[];
  links: Map<string, { url: string; issue: Issue; title: string | null }>;
};

/** Its id is that of the examples of the document. */
export const TEAM = { id: 'e4bd1a3f-0a3d-4f0e-8a34-2a8c1c1b8d1e', name: 'Engineering' };
/** Which variables each field at the root takes, with their types. */
const FIELDS: Record<string, string> = {
  teams: '',
  users: '$team: ID!',
  searchIssues: '$term: String!',
  attachmentsForURL: '$url: String!',
  issue: '$id: String!',
  issueCreate: '$input: IssueCreateInput!',
  attachmentLinkURL: '$url: String!, $issue: String!, $title: String',
  attachmentDelete: '$id: String!',
};
const INPUT = ['id', 'teamId', 'title', 'description', 'assigneeId', 'projectId', 'stateId', 'priority', 'labelIds'];

const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const nodes = (...all: object[]) => ({ nodes: all });
const refused = (status: number, message: string): { refusal: ProviderReply } => ({
  refusal: { status, body: { errors: [{ message }] } },
});

export async function givenLinear(isGood: (token: string) => boolean): Promise<Linear> {
  const server = await givenProvider<Asked>(async (request) => {
    if (!isGood(request.headers.authorization?.replace('Bearer ', '') ?? '')) {
      return refused(401, 'Authentication required, not authenticated');
    }
    return answer(request);
  });

  function answer({ method, path, body }: ProviderRequest) {
    if (method !== 'POST' || path !== '/graphql') return refused(404, `no ${method} ${path}`);
    const { query, variables } = JSON.parse(body.toString()) as { query: string; variables: Variables };
    const [, , taken = '', field = ''] = /^(query|mutation) (?:\((.*?)\) )?\{\s*(\w+)/.exec(query) ?? [];
    if (FIELDS[field] !== taken) return refused(400, `Cannot query field "${field}" with (${taken})`);
    const data = dataOf(field, variables);
    if (typeof data === 'string') return refused(200, data);
    return { sent: { field, variables }, reply: { status: 200, body: { data } } };
  }

  function dataOf(field: string, variables: Variables): object | string {
    const given = variables as Record<string, string>;
    switch (field) {
      case 'teams':
        return { teams: nodes(TEAM) };
      case 'users':
        return {
          users: nodes({ id: 'user-1', name: 'Ada' }),
          projects: nodes({ id: 'project-1', name: 'Shop' }),
          workflowStates: nodes(...(given['team'] === TEAM.id ? [{ id: 'state-1', name: 'Todo' }] : [])),
          issueLabels: nodes(),
        };
      case 'searchIssues':
        return { searchIssues: nodes(...linear.issues.filter(({ title }) => title.includes(given['term'] ?? ''))) };
      case 'attachmentsForURL': {
        const links = [...linear.links].filter(([, { url }]) => url === given['url']);
        return { attachmentsForURL: nodes(...links.map(([id, { title, issue }]) => ({ id, title, issue }))) };
      }
      case 'issue': {
        const issue = linear.issues.find(({ id, identifier }) => [id, identifier].includes(given['id'] ?? ''));
        return issue ? { issue } : 'Entity not found: Issue';
      }
      case 'issueCreate':
        return create(variables['input'] as unknown as Record<string, string>);
      case 'attachmentLinkURL': {
        const issue = linear.issues.find(({ id, identifier }) => [id, identifier].includes(given['issue'] ?? ''));
        if (!issue) return 'Entity not found: Issue';
        const id = randomUUID();
        linear.links.set(id, { url: given['url'] ?? '', issue, title: given['title'] ?? null });
        return { attachmentLinkURL: { success: true, attachment: { id } } };
      }
      default:
        return linear.links.delete(given['id'] ?? '') ? { attachmentDelete: { success: true } } : 'Entity not found';
    }
  }

  function create(input: Record<string, string>): object | string {
    const unknown = Object.keys(input).find((name) => !INPUT.includes(name));
    if (unknown) return `Field "${unknown}" is not defined by type "IssueCreateInput".`;
    if (input['teamId'] !== TEAM.id) return 'Argument Validation Error - teamId';
    const { id = randomUUID(), title = '', description = null } = input;
    if (!UUID_V4.test(id)) return 'Argument Validation Error - id';
    if (linear.issues.some((issue) => issue.id === id)) return 'Entity already exists';
    const issue = { id, identifier: `ENG-${linear.issues.length + 1}`, title, description };
    linear.issues.push(issue);
    return { issueCreate: { success: true, issue: { id: issue.id, title, identifier: issue.identifier } } };
  }

  const linear: Linear = Object.assign(server, { issues: [] as Issue[], links: new Map() });
  return linear;
}
