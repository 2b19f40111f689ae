import type { App } from '../../app.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { Mail } from '../../mail/mail.ts';
import type { JobUnderWay } from '../queue/handler.ts';

/**
 * Writes the mail of a job, from the data at the time of sending; null = no mail is needed any more, such as when the
 * recipient is gone.
 */
export type MailWriter = (app: App, payload: Attributes, job: JobUnderWay) => Promise<Mail | null>;
