import { Command } from 'commander';
import type { App } from '../../app.ts';
import type { SessionRow } from '../../resources/sessions/queries.ts';
import { answer, onOneLine } from '../answer.ts';
import { counted } from '../backup/in-words.ts';
import { withApp } from '../open.ts';
import { recordId } from '../options.ts';

const EXAMPLES = `
Sessions are what signing in with a password begins. API tokens are no sessions: see "parley users reset-password --help".

Examples:
  $ parley users sessions ada@acme.example
  $ parley users sessions ada@acme.example --end 17
  $ parley users sessions ada@acme.example --end all`;

type Which = number | 'all';

export const sessions = new Command('sessions')
  .description('List the sessions of a user, or end one or all of them.')
  .argument('<email>', "the user's e-mail address")
  .option('--end [id]', 'end the session with this number, or with "all" or nothing, all', which)
  .addHelpText('after', EXAMPLES)
  .action(async (email: string, { end }: { end?: Which | true }, command: Command) => {
    await withApp(command, async (app) => {
      const { findUser } = await import('./queries.ts');
      const { listSessions } = await import('../../resources/sessions/queries.ts');
      const user = await findUser(app.tx(), email);
      const there = await listSessions(app.tx(), user.id, null, app.now());
      if (end === undefined) return show(command, there);
      const ended = await endSessions(app, user.id, end === true ? 'all' : end, there);
      answer(command, { ended }, `Ended ${counted(ended, 'sessions')} of ${user.name} <${user.email}>.`);
    });
  });

function which(value: string): Which {
  return value === 'all' ? value : recordId(value);
}

/** Returns how many there were. @throws AppError `not_found`, "Session not found" */
async function endSessions(app: App, userId: number, end: Which, there: SessionRow[]): Promise<number> {
  const { endOtherSessions, endSessionOf } = await import('../../resources/sessions/end-sessions.ts');
  if (end === 'all') await endOtherSessions(app.tx(), userId, null);
  else await endSessionOf(app.tx(), userId, end);
  return end === 'all' ? there.length : 1;
}

async function show(command: Command, sessions: SessionRow[]): Promise<void> {
  const { iso } = await import('../../time.ts');
  const documents = sessions.map((session) => ({
    id: session.id,
    ip_address: session.ipAddress,
    user_agent: session.userAgent,
    created_at: iso(session.createdAt),
    last_used_at: iso(session.lastUsedAt),
    expires_at: iso(session.expiresAt),
  }));
  const lines = documents.map(
    ({ id, ip_address: address, user_agent: program, created_at: at, last_used_at: used }) => {
      const origin = [address, program].filter((known) => known !== null).join(', ') || 'unknown';
      return `${id}  begun ${at}, used ${used}  from ${origin}`;
    },
  );
  answer(command, documents, lines.map(onOneLine).join('\n') || 'There is no session.');
}
