import type { App } from '../../src/app.ts';
import { newPassword } from '../../src/fields/new-password.ts';
import { hashPassword } from '../../src/secrets.ts';
import { removeFiles } from '../../src/storage/files.ts';
import type { StoredFile } from '../../src/storage/stored-file.ts';
import { randomFrom } from './random.ts';
import { storeSample } from './attached-files.ts';
import { makeCompany } from './make-company.ts';
import { planConversations, type PlannedLine } from './plan-conversations.ts';

/** Makes the company that `seed` chooses, with its files. @throws Failure as `makeCompany`; nothing is kept then */
export async function seedCompany(app: App, seed: number): Promise<{ accessToken: string; password: string }> {
  const now = app.now();
  const planned = planConversations(randomFrom(seed), now.getTime());
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  const files = new Map<PlannedLine, StoredFile>();
  try {
    for (const { lines, order } of planned) {
      for (const line of lines) {
        if (line.file === undefined) continue;
        const name = line.file === 'picture' ? `tin-${order}` : `invoice-${order}`;
        files.set(line, await storeSample(app.config.data_dir, line.file, name));
      }
    }
    const accessToken = await makeCompany(app.tx(), { passwordHash, planned, files }, now);
    return { accessToken, password };
  } catch (error) {
    const keys = [...files.values()].map(({ key }) => key);
    await removeFiles(app.config.data_dir, keys);
    throw error;
  }
}
