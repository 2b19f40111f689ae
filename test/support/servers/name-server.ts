import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Answers and refusals of DNS (RFC 1035, 4.1.1), and the numbers of its TXT records. */
const FOUND = 0x81_80;
const NO_SUCH_NAME = 0x81_83;
const A = 1;
const TXT = 16;
const HEADER = 12;

/** A name server on this machine, with TXT records and addresses of IPv4 by their names. */
export async function givenNameServer() {
  const records = new Map<string, string[]>();
  const addresses = new Map<string, string>();
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  socket.on('message', (question, { port, address }) =>
    socket.send(answerTo(question, { records, addresses }), port, address),
  );
  return {
    records,
    addresses,
    /** As `help_centre.name_servers` takes it. */
    address: `127.0.0.1:${socket.address().port}`,
    stop: () => void socket.close(),
  };
}

type Known = { records: ReadonlyMap<string, string[]>; addresses: ReadonlyMap<string, string> };

function answerTo(question: Buffer, known: Known): Buffer {
  const { name, end } = nameIn(question);
  const found = recordsOf(known, name, question.readUInt16BE(end));
  const header = Buffer.alloc(HEADER);
  header.writeUInt16BE(question.readUInt16BE(0), 0);
  header.writeUInt16BE(found.length > 0 ? FOUND : NO_SUCH_NAME, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(found.length, 6);
  return Buffer.concat([header, question.subarray(HEADER, end + 4), ...found]);
}

function recordsOf({ records, addresses }: Known, name: string, type: number): Buffer[] {
  if (type === TXT) return (records.get(name) ?? []).map(textRecord);
  const address = type === A ? addresses.get(name) : undefined;
  return address === undefined ? [] : [recordOf(A, Buffer.from(address.split('.').map(Number)))];
}

function nameIn(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

const textRecord = (text: string) => recordOf(TXT, Buffer.from([text.length, ...Buffer.from(text, 'latin1')]));

/** A record for the name of the question, which begins behind the header. */
function recordOf(type: number, data: Buffer): Buffer {
  const head = Buffer.from([0xc0, HEADER, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]);
  return Buffer.concat([head, data]);
}
