import { execFileSync } from 'node:child_process';

/** A change that Git knows. */
export type Change = {
  /** Paths below the root, deleted files too. */
  files: string[];
  /** What the files are compared with. */
  since: string;
};

/**
 * The files below `root` that differ from `ref`, committed or not; without `ref`, from where the branch left that of origin.
 *
 * @throws an Error that says what is missing: Git, or the ref.
 */
export function changedFiles(root: string, ref: string | undefined): Change {
  if (git(root, 'rev-parse', '--git-dir') === undefined) {
    throw new Error('--changed needs a clone of the repository, and git.');
  }
  const branch = ['origin/HEAD', 'origin/main', 'HEAD'].find((name) => isCommit(root, name));
  const since = ref ?? (branch === 'origin/HEAD' ? nameOf(root, branch) : branch);
  if (since === undefined) throw new Error('--changed needs a commit to compare with: there is none yet.');
  if (!isCommit(root, since)) throw new Error(`--changed=${since}: there is no such commit.`);

  const base = ref ?? git(root, 'merge-base', since, 'HEAD')?.trim() ?? since;
  const differing = git(root, 'diff', '--name-only', '--no-renames', '--relative', '-z', base, '--') ?? '';
  const untracked = git(root, 'ls-files', '--others', '--exclude-standard', '-z') ?? '';
  const files = `${differing}${untracked}`.split('\0').filter((file) => file !== '');
  return { files: [...new Set(files)].toSorted(), since };
}

const isCommit = (root: string, name: string): boolean =>
  git(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`) !== undefined;

/** "origin/main" for "origin/HEAD". */
const nameOf = (root: string, ref: string): string => git(root, 'rev-parse', '--abbrev-ref', ref)?.trim() || ref;

/** Without the variables with which a hook of Git names its own repository. */
export const ENVIRONMENT_WITHOUT_GIT = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')),
);

/** What the command prints; undefined where it fails. */
function git(root: string, ...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: root,
      env: ENVIRONMENT_WITHOUT_GIT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 26,
    });
  } catch {
    return undefined;
  }
}
