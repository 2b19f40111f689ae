import { userInfo } from 'node:os';
import type { Command } from 'commander';
import type { App } from '../../app.ts';
import { pathOf } from '../path-of.ts';

/** The app for a command: what it changes is done by `operator`, as the audit log has it. */
export function withAuthor(app: App, command: Command, operator: string): App {
  const author = () => ({
    user: { type: 'CommandLine', id: null, name: operator } as const,
    sessionId: null,
    accountId: null,
    requestId: null,
    address: null,
    comment: pathOf(command),
    now: app.now(),
  });
  return { ...app, tx: () => app.tx().audited(author) };
}

/** The user of the machine who runs the program, even with `sudo`. */
export function operatorName(): string {
  return process.env['SUDO_USER'] || nameOfUser();
}

/** A container may run as a user that it has no name for. */
function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}
