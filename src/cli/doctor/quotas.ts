import { type Check, failed, ok, warning } from '../../checks.ts';
import { openTx } from '../../db/tx.ts';
import { inSize } from '../../storage/in-size.ts';
import { readFreeShare } from '../../storage/space.ts';
import { type AccountUsage, bytesOf, readUsage } from '../../storage/usage/read-usage.ts';
import type { DoctorContext } from './context.ts';

/** Part of its quota that an account may have without a warning. */
const MUCH = 0.8;
/** Accounts that are named. */
const MOST_NAMED = 10;

/** Checks that no account is near its quota, and that as much of the disk is free as is kept for the team. */
export const quotasCheck = ({ config, currentOrm }: DoctorContext): Check => ({
  name: 'quotas',
  async look() {
    const { account_bytes: quota, reserved_disk: reserved } = config.limits;
    const free = await readFreeShare(config.data_dir);
    if (free < reserved) return failed(`visitors are refused: ${inPercent(free)} of the disk is free`, SPACE);
    if (quota === 0) return ok('accounts have no quota');
    const usage = await readUsage(openTx(await currentOrm()), null);
    const large = usage.filter((account) => bytesOf(account) >= MUCH * quota);
    if (large.length === 0) return ok(`no account has ${inPercent(MUCH)} of its ${inSize(quota)}`);
    const named = large.slice(0, MOST_NAMED).map((account) => inWords(account, quota));
    return (large.some((account) => bytesOf(account) >= quota) ? failed : warning)(named.join('; '), MORE);
  },
});

const SPACE = 'make room on the disk of the data directory, or set limits.reserved_disk';
const MORE = '"parley usage" says what of; delete or "parley prune" what is old, or set limits.account_bytes';

const inPercent = (part: number) => `${Math.floor(part * 100)} %`;

const inWords = (account: AccountUsage, quota: number) =>
  `account ${account.id} has ${inSize(bytesOf(account))}, ${inPercent(bytesOf(account) / quota)} of its quota`;
