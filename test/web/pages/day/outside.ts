import { listeningPlace, type ListeningPlace } from '../../../../src/config/listening-place.ts';
import { freePort } from '../../../support/database/postgres.ts';
import { givenCloudApi, type WhatsappMessage } from '../../../support/providers/whatsapp.ts';
import { givenMailServer, type MailServer } from '../../../support/servers/smtp.ts';

/** What a day needs besides the server: WhatsApp, and a mail server. */
export type Outside = {
  whatsapp: Awaited<ReturnType<typeof givenCloudApi>>;
  mail: MailServer;
  /** Where the server takes mails. */
  lmtp: ListeningPlace;
  /** The settings of a server that uses them. */
  settings: Record<string, string>;
  stop(): Promise<void>;
};

export async function startOutside(): Promise<Outside> {
  const [whatsapp, mail, port] = [await givenCloudApi(), await givenMailServer(), String(await freePort())];
  return {
    whatsapp,
    mail,
    lmtp: listeningPlace(port)!,
    settings: {
      'channels.whatsapp_url': whatsapp.url,
      'mail.lmtp': port,
      // For the mail server on this machine.
      'webhooks.allowed_networks': '127.0.0.0/8',
    },
    async stop() {
      await whatsapp.stop();
      await mail.stop();
    },
  };
}

/** The number to which WhatsApp has sent the message. */
export const numberOf = (sent: WhatsappMessage): string => String(sent.to ?? sent.recipient);
