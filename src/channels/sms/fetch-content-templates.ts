import type { Got } from 'got';
import type { Config } from '../../config.ts';
import type { Attributes } from '../../entities/columns.ts';
import { listAt, objectAt, textAt } from '../receiving/json-parts.ts';
import type { OutgoingChannel } from '../transport.ts';
import { askTwilio } from './ask-twilio.ts';

const PAGE = 500;
/** More than anybody has. */
const MOST_PAGES = 100;

/**
 * The content templates of the account at Twilio, in the form of Chatwoot.
 * @throws AppError as `askTwilio` does
 */
export async function fetchContentTemplates(
  http: Got,
  urls: Config['channels'],
  channel: Pick<OutgoingChannel, 'secrets'>,
): Promise<Attributes[]> {
  const templates: Attributes[] = [];
  let path: string | null = `/v1/ContentAndApprovals?PageSize=${PAGE}`;
  for (let page = 0; page < MOST_PAGES && path !== null; page += 1) {
    const answer = await askTwilio(http, channel, 'GET', `${urls.twilio_content_url}${path}`);
    templates.push(...listAt(answer, 'contents').map(templateIn));
    const next = textAt(objectAt(answer, 'meta'), 'next_page_url');
    path = URL.canParse(next) ? new URL(next).pathname + new URL(next).search : null;
  }
  return templates;
}

function templateIn(content: Attributes): Attributes {
  const types = objectAt(content, 'types');
  const approval = objectAt(content, 'approval_requests');
  const [kind = ''] = Object.keys(types);
  return {
    content_sid: textAt(content, 'sid'),
    friendly_name: textAt(content, 'friendly_name'),
    language: textAt(content, 'language'),
    status: textAt(approval, 'status') || 'unsubmitted',
    category: textAt(approval, 'category') || null,
    template_type: kind.replace(/^\w+\//, '').replaceAll('-', '_') || 'text',
    body: textAt(objectAt(types, kind), 'body') || null,
    variables: objectAt(content, 'variables'),
    types,
  };
}
