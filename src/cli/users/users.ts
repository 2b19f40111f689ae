import { Command } from 'commander';
import { invite } from './invite.ts';
import { list } from './list.ts';
import { mfa } from './mfa.ts';
import { notify } from './notify.ts';
import { resetPassword } from './reset-password.ts';
import { role } from './role.ts';
import { sessions } from './sessions.ts';
import { token } from './token.ts';

const EXAMPLES = `
Examples:
  $ parley users list
  $ parley users invite grace@acme.example --account 1 --inbox all
  $ parley users notify grace@acme.example --account 1 --mail all
  $ parley users reset-password ada@acme.example
  $ parley users token ada@acme.example --name Rescue
  $ parley users sessions ada@acme.example --end all
  $ parley users mfa ada@acme.example --off
  $ parley users role ada@acme.example --account 1 administrator`;

export const users = new Command('users')
  .description('Look after the users of the installation, also one who is locked out.')
  .addHelpText('after', EXAMPLES)
  .addCommand(list)
  .addCommand(invite)
  .addCommand(notify)
  .addCommand(resetPassword)
  .addCommand(token)
  .addCommand(sessions)
  .addCommand(mfa)
  .addCommand(role);
