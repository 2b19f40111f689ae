import type { App } from '../../app.ts';
import { digest, newSecret } from '../../secrets.ts';

/**
 * The address at which a browser makes the first account of the installation. Its token is kept as a digest, by this process, and
 * takes the place of the token before it.
 */
export function openSetup(app: App): string {
  const token = newSecret();
  app.setup.digest = digest(token);
  // Browsers send no fragment, so that no proxy logs the token.
  return `${app.installation.publicUrl}/app/setup#${token}`;
}
