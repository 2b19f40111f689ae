import { Command } from 'commander';
import { answer } from '../answer.ts';
import { withApp } from '../open.ts';
import { recordId } from '../options.ts';
import { webhookWith } from './webhook.ts';

const EXAMPLES = `
For a day the former secret signs as well: webhook-signature has two signatures, the first by the new secret, while
X-Parley-Signature and X-Chatwoot-Signature, which hold a single one, are still signed with the former secret. Give the
receiver the new one meanwhile, and end the former when it knows it. Of three secrets within a day, the oldest ends at once.

Examples:
  $ parley webhooks rotate-secret 3
  $ parley webhooks rotate-secret 3 --end-previous`;

export const rotateSecret = new Command('rotate-secret')
  .description('Give a webhook a new secret, beside which the former one signs for a day.')
  .argument('<webhook>', 'the number of the webhook', recordId)
  .option('--end-previous', 'make no new secret, but end the former one now')
  .addHelpText('after', EXAMPLES)
  .action(async (id: number, { endPrevious = false }: { endPrevious?: boolean }, command: Command) => {
    await withApp(command, async (app) => {
      const { endPreviousSecret } = await import('../../resources/webhooks/secret/end-previous-secret.ts');
      const { rotateSecret: rotate } = await import('../../resources/webhooks/secret/rotate-secret.ts');
      const { iso } = await import('../../time.ts');
      const change = endPrevious ? endPreviousSecret : rotate;
      const { secret, previousSecretUntil } = await change(app.tx(), await webhookWith(app, id), app.now());
      const until = iso(previousSecretUntil);
      answer(
        command,
        { webhook_id: id, secret, previous_secret_until: until },
        until === null
          ? `Only the present secret of webhook ${id} signs now.`
          : `Webhook ${id}\nSecret  ${secret}\nThe former one signs as well until ${until}.`,
      );
    });
  });
