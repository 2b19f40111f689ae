import { Command } from 'commander';
import { enable } from './enable.ts';
import { listen } from './listen.ts';
import { log } from './log.ts';
import { replay } from './replay.ts';
import { rotateSecret } from './rotate-secret.ts';
import { test } from './test.ts';

const EXAMPLES = `
Examples:
  $ parley webhooks test --account 1
  $ parley webhooks listen --webhook 3
  $ parley webhooks log --account 1 --status exhausted
  $ parley webhooks replay 3 --failed-since 2026-11-23
  $ parley webhooks enable 3
  $ parley webhooks rotate-secret 3`;

export const webhooks = new Command('webhooks')
  .description('Look after webhooks.')
  .addHelpText('after', EXAMPLES)
  .addCommand(test)
  .addCommand(listen)
  .addCommand(log)
  .addCommand(replay)
  .addCommand(enable)
  .addCommand(rotateSecret);
