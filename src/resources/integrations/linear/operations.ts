// What Linear is asked for, in GraphQL. It gives 50 things unless more are asked for, and 250 at most.

export const TEAMS = `query { teams(first: 250) { nodes { id name } } }`;

export const TEAM_ENTITIES = `query ($team: ID!) {
  users(first: 250) { nodes { id name } }
  projects(first: 250) { nodes { id name } }
  workflowStates(first: 250, filter: { team: { id: { eq: $team } } }) { nodes { id name } }
  issueLabels(first: 250, filter: { team: { id: { eq: $team } } }) { nodes { id name } }
}`;

export const SEARCH_ISSUES = `query ($term: String!) {
  searchIssues(term: $term) { nodes { id title description identifier url state { name color } } }
}`;

export const LINKED_ISSUES = `query ($url: String!) {
  attachmentsForURL(url: $url, first: 250) {
    nodes {
      id
      title
      issue {
        id
        identifier
        title
        description
        priority
        createdAt
        url
        assignee { name avatarUrl }
        state { name color }
        labels { nodes { id name color description } }
      }
    }
  }
}`;

export const CREATE_ISSUE = `mutation ($input: IssueCreateInput!) {
  issueCreate(input: $input) { success issue { id title identifier } }
}`;

export const ISSUE = `query ($id: String!) { issue(id: $id) { id title identifier } }`;

export const LINK_ISSUE = `mutation ($url: String!, $issue: String!, $title: String) {
  attachmentLinkURL(url: $url, issueId: $issue, title: $title) { success attachment { id } }
}`;

export const UNLINK_ISSUE = `mutation ($id: String!) { attachmentDelete(id: $id) { success } }`;
