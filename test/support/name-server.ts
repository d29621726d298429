import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';

const LOOPBACK = '127.0.0.1';
const HEADER_BYTES = 12;
const MOST_BYTES_OF_STRING = 255;
const TXT = 16;
/** Long enough that whoever keeps answers would not see what a test changes. */
const TTL_SECONDS = 3600;

/** The answer to a question, with recursion; the code of the outcome is added. */
const ANSWER_FLAGS = 0x8180;
const OUTCOMES = { found: 0, failed: 2, noSuchName: 3 };

/** `silent` never answers; `failing` answers SERVFAIL; `waiting` answers what it was asked once it is `answering`. */
export type NameServerMode = 'answering' | 'silent' | 'failing' | 'waiting';

/** A record's text, or the strings that it is sent in. */
export type TxtRecord = string | readonly string[];

interface Question {
  name: string;
  type: number;
  /** As it was asked, to be repeated in the answer. */
  bytes: Buffer;
  id: Buffer;
  from: RemoteInfo;
}

/** A DNS server that knows the TXT records it is told of. It can only be reached from this machine. */
export class NameServer {
  /** The names that were asked for. */
  readonly asked: string[] = [];
  private mode: NameServerMode = 'answering';
  private readonly records = new Map<string, readonly TxtRecord[]>();
  private readonly socket = createSocket('udp4');
  private waiting: Question[] = [];

  get address(): string {
    return `${LOOPBACK}:${this.socket.address().port}`;
  }

  async start(): Promise<this> {
    this.socket.on('message', (message, from) => this.hear(message, from));
    this.socket.bind(0, LOOPBACK);
    await once(this.socket, 'listening');
    return this;
  }

  /** Without records the name is there all the same; a name that was never set is not. */
  set(name: string, records: readonly TxtRecord[]): void {
    this.records.set(name, records);
  }

  remove(name: string): void {
    this.records.delete(name);
  }

  become(mode: NameServerMode): void {
    this.mode = mode;
    if (mode === 'waiting') return;
    for (const question of this.waiting.splice(0)) this.reply(question);
  }

  /** As it was when it started. */
  reset(): void {
    this.waiting = [];
    this.become('answering');
    this.records.clear();
    this.asked.length = 0;
  }

  async close(): Promise<void> {
    this.socket.close();
    await once(this.socket, 'close');
  }

  private hear(message: Buffer, from: RemoteInfo): void {
    if (from.address !== LOOPBACK) return;
    const question = questionIn(message, from);
    this.asked.push(question.name);
    if (this.mode === 'waiting') this.waiting.push(question);
    else this.reply(question);
  }

  private reply(question: Question): void {
    if (this.mode === 'silent') return;
    const { port, address } = question.from;
    this.socket.send(this.answerTo(question), port, address);
  }

  private answerTo({ name, type, bytes, id }: Question): Buffer {
    const known = this.records.get(name);
    const outcome = this.mode === 'failing' ? 'failed' : known ? 'found' : 'noSuchName';
    const answers = outcome === 'found' && type === TXT ? known!.map(encodedRecord) : [];
    const counts = uint16(1, answers.length, 0, 0);
    return Buffer.concat([id, uint16(ANSWER_FLAGS | OUTCOMES[outcome]), counts, bytes, ...answers]);
  }
}

export function startNameServer(): Promise<NameServer> {
  return new NameServer().start();
}

function questionIn(message: Buffer, from: RemoteInfo): Question {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const type = message.readUInt16BE(at + 1);
  // After the name come its type and its class; what else is sent along is not needed.
  const bytes = message.subarray(HEADER_BYTES, at + 5);
  return { name: labels.join('.').toLowerCase(), type, bytes, id: message.subarray(0, 2), from };
}

function encodedRecord(record: TxtRecord): Buffer {
  const strings =
    typeof record === 'string' ? split(Buffer.from(record)) : record.map((each) => Buffer.from(each));
  const data = Buffer.concat(strings.flatMap((each) => [Buffer.from([each.length]), each]));
  const nameOfQuestion = 0xc000 | HEADER_BYTES;
  return Buffer.concat([uint16(nameOfQuestion, TXT, 1, 0, TTL_SECONDS, data.length), data]);
}

/** No string of a record can be longer. */
function split(text: Buffer): Buffer[] {
  const count = Math.max(1, Math.ceil(text.length / MOST_BYTES_OF_STRING));
  return Array.from({ length: count }, (_, at) =>
    text.subarray(at * MOST_BYTES_OF_STRING, (at + 1) * MOST_BYTES_OF_STRING),
  );
}

function uint16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value, at * 2);
  return bytes;
}
