import { inTransaction } from '../../../db/transaction.ts';
import { found } from '../../../errors.ts';
import { object, text } from '../../../fields.ts';
import { ok } from '../../../http/routes/answer.ts';
import { routes } from '../../../http/routes/route.ts';
import { list, named, text as textShape } from '../../../wire/shape.ts';
import { findHook, findHookOf } from '../../hooks/queries.ts';
import { chooseSlackChannel } from '../../hooks/slack/slack-hook.ts';
import { hookShape } from '../answers.ts';
import { connectionBy } from '../connection.ts';
import { presentHook } from '../presenter.ts';
import { joinSlackChannel, listSlackChannels } from './channels.ts';

export const slack = routes('/integrations/slack');

const channelShape = named('SlackChannel', { id: textShape, name: textShape });
const CHANNEL = /^[CG][A-Z0-9]{1,40}$/;

slack.get(
  '/list_all_channels',
  {
    permission: 'slack_channel:read',
    summary: 'List the channels of the connected workspace at Slack',
    answer: ok(list(channelShape)),
    mayAnswer: [404, 422, 503],
  },
  async ({ app, tx, account }) =>
    listSlackChannels(connectionBy(app, await findHookOf(tx, account.id, 'slack'), 'slack')),
);

slack.patch(
  '/',
  {
    permission: 'integration:write',
    summary: 'Choose the channel at Slack that messages go to',
    description:
      '`reference_id` is the id of the channel. New messages of the account go there, each conversation into a thread of its own, and what members write in a thread is sent to the contact, with its files, but for what begins with `note:` or `private:`. Slack is not told of what was written before, or while the hook was switched off or the connection broken.',
    body: object({
      reference_id: text()
        .required('is missing: the id of a channel')
        .matches(CHANNEL, 'must be the id of a channel, for example C0123456789'),
    }),
    example: { reference_id: 'C0123456789' },
    answer: ok(hookShape),
    mayAnswer: [404, 422, 503],
    // It waits for another server, which must not happen inside a transaction.
    isNotRepeated: true,
  },
  async ({ app, tx, account, body, now }) => {
    const hook = await findHookOf(tx, account.id, 'slack');
    const channel = await joinSlackChannel(connectionBy(app, hook, 'slack'), body.reference_id);
    return inTransaction(tx, async (tx) => {
      const before = found(await findHook(tx, account.id, found(hook, 'Integration').id), 'Integration');
      await chooseSlackChannel(tx, before, channel, now);
      return presentHook(found(await findHook(tx, account.id, before.id), 'Integration'), true);
    });
  },
);
