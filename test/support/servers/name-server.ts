import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4, isIPv6 } from 'node:net';

const LOOPBACK = '127.0.0.1';
const HEADER_BYTES = 12;
const MOST_BYTES_OF_STRING = 255;
const TYPES: Record<number, string> = { 1: 'A', 16: 'TXT', 28: 'AAAA' };
/** Long enough that a client that caches answers would miss a test's changes. */
const TTL_SECONDS = 3600;

/** Flags of an answer, with recursion; the code of the outcome is added. */
const ANSWER_FLAGS = 0x8180;
const OUTCOMES = { found: 0, failed: 2, noSuchName: 3 };

/** `silent` never answers; `failing` answers SERVFAIL; `waiting` answers its questions once it is `answering`. */
export type NameServerMode = 'answering' | 'silent' | 'failing' | 'waiting';

/** A record's text, or the strings that it is sent in. */
export type TxtRecord = string | readonly string[];

/** By type: each question takes the next list of records; the last list is repeated. */
type Answers = Record<string, Buffer[][]>;

interface Question {
  name: string;
  type: number;
  /** The question as received, to be repeated in the answer. */
  bytes: Buffer;
  id: Buffer;
  from: RemoteInfo;
}

/** A DNS server that knows only the names that tests set. It can only be reached from this machine. */
export class NameServer {
  /** The questions received, as `TXT name`. */
  readonly asked: string[] = [];
  private mode: NameServerMode = 'answering';
  private readonly known = new Map<string, Answers>();
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

  /** A name without records exists all the same; a name that was never set does not. */
  setTexts(name: string, records: readonly TxtRecord[]): void {
    this.known.set(name, { TXT: [records.map(bytesOfText)] });
  }

  /** Addresses of both families. With several lists, a client that asks again gets other addresses. */
  setAddresses(name: string, ...lists: (readonly string[])[]): void {
    this.known.set(name, {
      A: lists.map((list) => list.filter((each) => isIPv4(each)).map(bytesOfIPv4)),
      AAAA: lists.map((list) => list.filter((each) => isIPv6(each)).map(bytesOfIPv6)),
    });
  }

  remove(name: string): void {
    this.known.delete(name);
  }

  become(mode: NameServerMode): void {
    this.mode = mode;
    if (mode === 'waiting') return;
    for (const question of this.waiting.splice(0)) this.reply(question);
  }

  /** Resets the server to its initial state. */
  reset(): void {
    this.waiting = [];
    this.become('answering');
    this.known.clear();
    this.asked.length = 0;
  }

  async close(): Promise<void> {
    this.socket.close();
    await once(this.socket, 'close');
  }

  private hear(message: Buffer, from: RemoteInfo): void {
    if (from.address !== LOOPBACK) return;
    const question = questionIn(message, from);
    this.asked.push(`${TYPES[question.type]} ${question.name}`);
    if (this.mode === 'waiting') this.waiting.push(question);
    else this.reply(question);
  }

  private reply(question: Question): void {
    if (this.mode === 'silent') return;
    const { port, address } = question.from;
    this.socket.send(this.answerTo(question), port, address);
  }

  private answerTo({ name, type, bytes, id }: Question): Buffer {
    const known = this.known.get(name);
    const outcome = this.mode === 'failing' ? 'failed' : known ? 'found' : 'noSuchName';
    const found = outcome === 'found' ? nextOf(known![TYPES[type]!]) : [];
    const counts = uint16(1, found.length, 0, 0);
    const records = found.map((data) => encodedRecord(type, data));
    return Buffer.concat([id, uint16(ANSWER_FLAGS | OUTCOMES[outcome]), counts, bytes, ...records]);
  }
}

export function startNameServer(): Promise<NameServer> {
  return new NameServer().start();
}

function nextOf(lists: Buffer[][] = [[]]): Buffer[] {
  return lists.length > 1 ? lists.shift()! : lists[0]!;
}

function questionIn(message: Buffer, from: RemoteInfo): Question {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const type = message.readUInt16BE(at + 1);
  // The name is followed by its type and its class; the rest of the message is not needed.
  const bytes = message.subarray(HEADER_BYTES, at + 5);
  return { name: labels.join('.').toLowerCase(), type, bytes, id: message.subarray(0, 2), from };
}

function encodedRecord(type: number, data: Buffer): Buffer {
  const nameOfQuestion = 0xc000 | HEADER_BYTES;
  return Buffer.concat([uint16(nameOfQuestion, type, 1, 0, TTL_SECONDS, data.length), data]);
}

function bytesOfText(record: TxtRecord): Buffer {
  const strings =
    typeof record === 'string' ? split(Buffer.from(record)) : record.map((each) => Buffer.from(each));
  return Buffer.concat(strings.flatMap((each) => [Buffer.from([each.length]), each]));
}

/** Maximum length of a record's string. */
function split(text: Buffer): Buffer[] {
  const count = Math.max(1, Math.ceil(text.length / MOST_BYTES_OF_STRING));
  return Array.from({ length: count }, (_, at) =>
    text.subarray(at * MOST_BYTES_OF_STRING, (at + 1) * MOST_BYTES_OF_STRING),
  );
}

function bytesOfIPv4(address: string): Buffer {
  return Buffer.from(address.split('.').map(Number));
}

function bytesOfIPv6(address: string): Buffer {
  // A URL has the address in hexadecimal only, even if its end was written as an IPv4 address.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before, after = []] = plain.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - before!.length - after.length).fill('0');
  return uint16(...[...before!, ...zeros, ...after].map((group) => parseInt(group, 16)));
}

function uint16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value, at * 2);
  return bytes;
}
