import type { App } from '../../app.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { Mail } from '../../mail/mail.ts';
import type { JobUnderWay } from '../queue/handler.ts';

/** Writes the mail that a job stands for, by what is true when it is sent; null = there is nobody left to send it to. */
export type MailWriter = (app: App, payload: Attributes, job: JobUnderWay) => Promise<Mail | null>;
