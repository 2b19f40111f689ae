import { statfs } from 'node:fs/promises';
import type { Config } from '../config.ts';
import type { Space } from '../db/installation.ts';
import type { Tx } from '../db/tx.ts';
import { AppError } from '../errors.ts';
import { inSize } from './in-size.ts';
import { bytesOf, readUsage } from './usage/read-usage.ts';

/** How long it is believed how much of the disk is free. */
const DISK_MS = 5000;
/** How long it is believed at least how much the accounts have; longer where counting takes long. */
const USAGE_MS = 60_000;
/** Counting takes at most one part in so many of the time. */
const PART = 50;
/** After how many seconds a refused writer may come again. */
const RETRY_AFTER = 3600;

/**
 * Tells whether there is space for more, by `limits.account_bytes` and `limits.reserved_disk`. Both are known from a short
 * time ago, so that asking takes no statement; what has been written since is added. `tx` gives the database.
 */
export function openSpace({ data_dir: dataDir, limits }: Config, tx: () => Tx): Space {
  const { account_bytes: quota, reserved_disk: reserved } = limits;
  const freeShare = remembered(DISK_MS, () => readFreeShare(dataDir));
  const accounts = new AccountBytes(tx);

  return {
    async check(accountId, writer) {
      if (writer === 'anonymous' && reserved > 0 && (await freeShare()) < reserved) throw noDisk();
      if (quota === 0) return;
      const bytes = await accounts.of(accountId);
      if (bytes >= quota) throw overQuota(bytes, quota);
    },
    note(accountId, bytes) {
      if (quota > 0) accounts.add(accountId, bytes);
    },
  };
}

/** The free share of the folder's disk for this user, from 0 to 1; 1 = unknown. */
export async function readFreeShare(folder: string): Promise<number> {
  try {
    const { bavail, blocks } = await statfs(folder);
    return blocks === 0 ? 1 : bavail / blocks;
  } catch {
    return 1;
  }
}

/** The result of `read`, which is read again when it is older than so many milliseconds. */
function remembered<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | null = null;
  let until = 0;
  return () => {
    if (value === null || performance.now() > until) {
      until = performance.now() + ms;
      value = read();
    }
    return value;
  };
}

/** How many bytes each account has. */
class AccountBytes {
  readonly #tx: () => Tx;
  #counted: Map<number, number> | null = null;
  #added = new Map<number, number>();
  #counting: Promise<void> | null = null;
  #until = 0;

  constructor(tx: () => Tx) {
    this.#tx = tx;
  }

  /** Waits only for the first count. 0 where the accounts could not be counted. */
  async of(accountId: number): Promise<number> {
    if (performance.now() > this.#until) this.#counting ??= this.#count();
    if (this.#counted === null) await this.#counting;
    return (this.#counted?.get(accountId) ?? 0) + (this.#added.get(accountId) ?? 0);
  }

  add(accountId: number, bytes: number): void {
    this.#added.set(accountId, (this.#added.get(accountId) ?? 0) + bytes);
  }

  /** Counts the accounts. Bytes written meanwhile may be counted twice until the next count. */
  async #count(): Promise<void> {
    const started = performance.now();
    const before = this.#added;
    this.#added = new Map();
    try {
      const usage = await readUsage(this.#tx().aside, null);
      this.#counted = new Map(usage.map((account) => [account.id, bytesOf(account)]));
    } catch {
      // The database may not answer now. What was known before stays.
      for (const [accountId, bytes] of before) this.add(accountId, bytes);
    } finally {
      const ended = performance.now();
      this.#until = ended + Math.max(USAGE_MS, PART * (ended - started));
      this.#counting = null;
    }
  }
}

function overQuota(bytes: number, quota: number): AppError {
  return new AppError('storage_full', 'Insufficient storage', {
    detail: `the account has ${inSize(bytes)}, and its quota (limits.account_bytes) is ${inSize(quota)}: delete what is no longer needed, or ask the operator for more`,
    retryAfter: RETRY_AFTER,
  });
}

function noDisk(): AppError {
  return new AppError('storage_full', 'Insufficient storage', {
    detail: 'what is left of the disk is kept for the team (limits.reserved_disk); try again later',
    retryAfter: RETRY_AFTER,
  });
}
