import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { SMTPServer, SMTPServerOptions } from 'smtp-server';
import type { App } from '../app.ts';
import { MAX_MAIL_BYTES } from '../channels/email/mail-event.ts';
import { type ListeningPlace, listeningPlace, placeInWords } from '../config/listening-place.ts';
import { MINUTE, SECOND } from '../time.ts';
import { withSpooled } from '../storage/with-spooled.ts';
import { keepMailOf, later, recipientRefusal, stopping, tooMany } from './answers.ts';
import { bounded } from './bounded.ts';
import { envelopes, readPathsLaxly } from './envelopes.ts';
import { listenAt } from './listen-at.ts';

/** Connections at a time. */
const MOST_CLIENTS = 10;
const MOST_RECIPIENTS = 100;
/** How long a client may be silent. */
const SILENCE_MS = 5 * MINUTE;

/** A server to which mail servers hand mails over by LMTP (RFC 2033). */
export type Lmtp = {
  place: ListeningPlace;
  /** Takes no more mails, lets those under way be stored for up to `server.drain_seconds`, and closes all connections. */
  stop(): Promise<void>;
};

/**
 * Listens where `mail.lmtp` says; null = nowhere. A mail is answered for each of its recipients by itself, once it is stored.
 * @throws LmtpError when it cannot listen there
 */
export async function openLmtp(app: App): Promise<Lmtp | null> {
  const wanted = listeningPlace(app.config.mail.lmtp);
  if (wanted === null) return null;
  const { SMTPServer } = await import('smtp-server');
  const work: Work = { mails: new Set(), isStopping: false };
  const server: SMTPServer = new SMTPServer({
    ...optionsOf(app, work),
    onConnect(session, done) {
      readPathsLaxly(server, session);
      done();
    },
  });
  // Such as a client that cuts its connection off, which is closed then.
  server.on('error', (error) => app.log.debug({ err: error }, 'a connection for LMTP ended'));
  const place = await listenAt(server, wanted);
  app.log.info({ lmtp: placeInWords(place) }, 'mails are taken by LMTP');

  return {
    place,
    async stop() {
      work.isStopping = true;
      // By itself after `closeTimeout`.
      const closed = new Promise<void>((resolve) => server.close(resolve));
      await Promise.race([Promise.all(work.mails), closed]);
      closeAll(server);
      await closed;
    },
  };
}

/** The mails that are being taken, and whether the server takes no more. */
type Work = { mails: Set<Promise<void>>; isStopping: boolean };

function optionsOf(app: App, work: Work): SMTPServerOptions {
  const accepted = envelopes();
  return {
    lmtp: true,
    banner: 'Parley',
    size: MAX_MAIL_BYTES,
    maxClients: MOST_CLIENTS,
    socketTimeout: SILENCE_MS,
    // 0 would be its default.
    closeTimeout: Math.max(1, app.config.server.drain_seconds * SECOND),
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // Mail servers have accepted what they hand over, also from senders that bend the standard.
    lenientAddressParsing: true,
    logger: false,
    onMailFrom(_address, session, done) {
      accepted.begin(session);
      done(work.isStopping ? stopping() : null);
    },
    async onRcptTo(recipient, session, done) {
      const isFull = accepted.count(session) >= MOST_RECIPIENTS;
      const refusal = isFull ? tooMany() : await recipientRefusal(app, recipient.address);
      if (refusal === null) accepted.add(session, recipient);
      done(refusal);
    },
    onData(stream, session, done) {
      const addresses = accepted.complete(session);
      const taken = take(app, stream, addresses, done).finally(() => work.mails.delete(taken));
      work.mails.add(taken);
    },
  };
}

/** Stores a mail, and answers for each of its recipients. */
async function take(
  app: App,
  stream: Readable,
  addresses: readonly string[],
  done: (error?: Error | null, answers?: (string | Error)[]) => void,
): Promise<void> {
  try {
    const mail = bounded(stream, MAX_MAIL_BYTES);
    const answers = await withSpooled(app.config.data_dir, [mail.pieces()], ([path = '']) =>
      keepMailOf(app, mail.isTooLarge() ? null : path, addresses),
    );
    done(null, answers);
  } catch (error) {
    try {
      // What is left of the mail is read, too: the client listens only then.
      await finished(stream.resume());
      done(
        null,
        addresses.map(() => later(app, error)),
      );
    } catch {
      // The client is gone before the end of the mail: nothing is stored, and it hears no answer.
      done(error as Error);
    }
  }
}

/** What clients have not been answered, they hand over again. */
function closeAll({ connections }: SMTPServer): void {
  for (const connection of connections) {
    connection.send(421, '4.3.2 the server is stopping');
    connection.close();
  }
}
