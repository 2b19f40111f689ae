import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ENVIRONMENT_WITHOUT_GIT } from '../support/runner/changed/changed-files.ts';
import { rememberDurations } from '../support/runner/changed/durations.ts';
import { changedArguments } from '../support/runner/changed/arguments.ts';

/** A small repository like this one: path and text of its files. */
const FILES: Record<string, string> = {
  'src/api.ts':
    "import { labels } from './resources/labels/routes.ts';\nimport { teams } from './resources/teams/routes.ts';",
  'src/resources/labels/routes.ts': "import { createLabel } from './create-label.ts';",
  'src/resources/labels/create-label.ts': "import { insertJob } from '../../records/jobs/insert-job.ts';",
  'src/resources/teams/routes.ts': "import type { Label } from '../labels/create-label.ts';",
  'src/records/jobs/insert-job.ts': "import { sql } from 'kysely';",
  'src/errors.ts': '',
  'test/words.once.test.ts': '',
  'test/readme.once.test.ts': '',
  'test/resources/labels/create-label.test.ts': "import { label } from '../../support/labels.ts';",
  'test/resources/labels/labels.test.ts': "import { label } from '../../support/labels.ts';",
  'test/resources/teams/teams.test.ts': "import { call } from '../../support/call.ts';",
  'test/support/labels.ts': "import { call } from './call.ts';",
  'test/support/call.ts': '',
  'config/signing-in.md': '# Signing in',
  'README.md': '# Small',
};

/** Without the settings of this machine. */
const ENVIRONMENT = { ...ENVIRONMENT_WITHOUT_GIT, GIT_CONFIG_GLOBAL: '/dev/null' };

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'changed-'));
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  git('init', '--quiet', '--initial-branch=main');
  commit();
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('npm test -- --changed', () => {
  it('runs the suites of a changed command, its own first, and those of the routes that call it', () => {
    change('src/resources/labels/create-label.ts');

    expect(chosen().suites).toEqual([
      'test/words.once.test.ts',
      'test/resources/labels/create-label.test.ts',
      'test/resources/labels/labels.test.ts',
    ]);
  });

  it('runs the suites of a changed route, and not those of others', () => {
    change('src/resources/teams/routes.ts');

    expect(chosen().suites).toEqual(['test/words.once.test.ts', 'test/resources/teams/teams.test.ts']);
  });

  it('follows what is loaded to the suites of another folder', () => {
    change('src/records/jobs/insert-job.ts');

    expect(chosen().suites).toContain('test/resources/labels/create-label.test.ts');
    expect(chosen().suites).not.toContain('test/resources/teams/teams.test.ts');
  });

  it('runs a suite that has changed, or that is new', () => {
    change('test/resources/teams/teams.test.ts');
    change('test/resources/teams/new.test.ts');

    expect(chosen().suites).toEqual([
      'test/words.once.test.ts',
      'test/resources/teams/new.test.ts',
      'test/resources/teams/teams.test.ts',
    ]);
  });

  it('runs the suites that import a changed helper', () => {
    change('test/support/labels.ts');

    expect(chosen().suites).toEqual([
      'test/words.once.test.ts',
      'test/resources/labels/create-label.test.ts',
      'test/resources/labels/labels.test.ts',
    ]);
  });

  it('runs the suites that read a changed guide', () => {
    change('config/signing-in.md');

    expect(chosen().suites).toEqual(['test/words.once.test.ts', 'test/readme.once.test.ts']);
  });

  it('finds the suites of a file that is deleted', () => {
    rmSync(join(root, 'src/resources/teams/routes.ts'));

    expect(chosen().suites).toContain('test/resources/teams/teams.test.ts');
  });

  it('says that nothing has changed', () => {
    expect(changedArguments(root, ['--changed'])).toEqual({ lines: ['Nothing has changed since HEAD.'] });
  });

  it('counts the commits since the branch left that of origin, or since a given one', () => {
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    change('src/resources/teams/routes.ts');
    commit();
    const since = git('rev-parse', 'HEAD').trim();
    change('src/resources/labels/routes.ts');
    commit();

    expect(chosen().lines[0]).toMatch(/^4 of 5 suites for 2 changed files since origin\/main, in about /);
    expect(chosen(`--changed=${since}`).lines[0]).toMatch(/ suites for 1 changed file since /);
    expect(chosen(`--changed=${since}`).suites).not.toContain('test/resources/teams/teams.test.ts');
  });

  it('passes through no hub, which everything imports', () => {
    for (let index = 0; index < 60; index += 1) {
      write(`src/resources/part_${index}/routes.ts`, "import { invalid } from '../../errors.ts';");
    }
    write('src/errors.ts', "import { text } from './text.ts';");
    write('src/text.ts', '');
    write('src/resources/teams/routes.ts', "import { invalid } from '../../errors.ts';");
    write('test/text.once.test.ts', '');
    commit();
    change('src/text.ts');

    expect(chosen().suites).toEqual(['test/words.once.test.ts', 'test/text.once.test.ts']);
  });

  it('leaves out what takes longer than a minute, and says how that is run, too', () => {
    rememberDurations(root, { 'sqlite test/resources/labels/labels.test.ts': 70 });
    commit();
    change('src/resources/labels/routes.ts');

    const { suites, lines } = chosen('--changed', '-w', '1');
    expect(suites).toEqual(['test/words.once.test.ts', 'test/resources/labels/create-label.test.ts']);
    expect(lines.at(-1)).toBe(
      'Left out: 1 suite further away, about 70 s. With these: npm test -- --changed --all -w 1',
    );
    expect(chosen('--changed', '--all').suites).toContain('test/resources/labels/labels.test.ts');
  });

  it('runs on PostgreSQL, too, what changes SQL', () => {
    change('src/resources/teams/routes.ts');
    expect(chosen().rest).toEqual(['--runTestsByPath', '--selectProjects', 'sqlite', 'once']);

    change('src/records/jobs/insert-job.ts');
    expect(chosen().rest).toEqual(['--runTestsByPath', '--selectProjects', 'sqlite', 'once', 'postgresql']);
    expect(chosen().lines[1]).toBe('On SQLite and PostgreSQL, because of src/records/jobs/insert-job.ts.');
  });

  it('hands other arguments to Jest, and leaves projects that are chosen as they are', () => {
    change('src/resources/teams/routes.ts');

    expect(chosen('-w', '1', '--changed', '--selectProjects', 'sqlite').rest).toEqual([
      '--runTestsByPath',
      '-w',
      '1',
      '--selectProjects',
      'sqlite',
    ]);
  });

  it('refuses a commit that is not there, and a folder without Git', () => {
    expect(() => changedArguments(root, ['--changed=nothing'])).toThrow('--changed=nothing: there is no such commit.');

    rmSync(join(root, '.git'), { recursive: true });
    expect(() => changedArguments(root, ['--changed'])).toThrow('--changed needs a clone of the repository, and git.');
  });
});

/** What runs with these arguments: the suites, Jest's arguments behind them, and the lines about them. */
function chosen(...given: string[]) {
  const { args = [], lines } = changedArguments(root, given.length === 0 ? ['--changed'] : given);
  const behind = args.indexOf('--runTestsByPath');
  return { suites: args.slice(0, behind), rest: args.slice(behind), lines };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const change = (path: string): void => write(path, `${FILES[path] ?? ''}\n// changed`);

function commit(): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Change');
}

function git(...args: string[]): string {
  const settings = ['user.name=Test', 'user.email=test@parley.example', 'commit.gpgsign=false'];
  const options = settings.flatMap((setting) => ['-c', setting]);
  return execFileSync('git', [...options, ...args], { cwd: root, encoding: 'utf8', env: ENVIRONMENT });
}
