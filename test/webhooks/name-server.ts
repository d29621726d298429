import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { HostResolver } from '../../src/modules/webhooks/calling/webhook-addresses.js';

const A = 1;
const AAAA = 28;
const HEADER_BYTES = 12;
const NO_SUCH_NAME = 3;

/** A DNS server that says what it is told to; names that it was told nothing of do not exist. */
export class NameServer {
  /** What each name leads to; where there are several lists, each question takes the next and the last stays. */
  readonly answers = new Map<string, string[][]>();
  /** What was asked for, as `A name` or `AAAA name`. */
  readonly asked: string[] = [];
  readonly silent = new Set<string>();
  private readonly socket = createSocket('udp4');

  async start(): Promise<this> {
    this.socket.on('message', (message, { port, address }) => {
      const answer = this.answer(message);
      if (answer) this.socket.send(answer, port, address);
    });
    this.socket.bind(0, '127.0.0.1');
    await once(this.socket, 'listening');
    return this;
  }

  stop(): void {
    this.socket.close();
  }

  /** As the service resolves, but for whom it asks. */
  names(): HostResolver {
    const server = `127.0.0.1:${this.socket.address().port}`;
    return new (class extends HostResolver {
      protected override resolver(): Resolver {
        const resolver = super.resolver();
        resolver.setServers([server]);
        return resolver;
      }
    })();
  }

  private answer(message: Buffer): Buffer | undefined {
    const { name, end } = nameIn(message);
    const type = message.readUInt16BE(end);
    this.asked.push(`${type === A ? 'A' : 'AAAA'} ${name}`);
    if (this.silent.has(name)) return undefined;
    const addresses = this.next(name, type);
    const head = Buffer.alloc(HEADER_BYTES);
    message.copy(head, 0, 0, 2);
    head.writeUInt16BE(addresses ? 0x8180 : 0x8180 + NO_SUCH_NAME, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(addresses?.length ?? 0, 6);
    const question = message.subarray(HEADER_BYTES, end + 4);
    return Buffer.concat([head, question, ...(addresses ?? []).map((address) => record(type, address))]);
  }

  /** Both types of a name are asked for at once; only the first takes the next list. */
  private next(name: string, type: number): string[] | undefined {
    const lists = this.answers.get(name);
    if (!lists) return undefined;
    const list = lists[0]!;
    if (lists.length > 1 && this.asked.filter((each) => each.endsWith(` ${name}`)).length % 2 === 0)
      lists.shift();
    return list.filter((address) => isIPv6(address) === (type === AAAA));
  }
}

function nameIn(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function record(type: number, address: string): Buffer {
  const data = type === A ? Buffer.from(address.split('.').map(Number)) : bytesOf(address);
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([head, data]);
}

function bytesOf(address: string): Buffer {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const hex = (high: string, low: string) => ((Number(high) << 8) | Number(low)).toString(16);
  const plain = dotted
    ? address.replace(dotted[0], `${hex(dotted[1]!, dotted[2]!)}:${hex(dotted[3]!, dotted[4]!)}`)
    : address;
  const [head, tail = ''] = plain.split('::') as [string, string?];
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  const groups = [...before, ...zeros, ...after].map((group) => group.padStart(4, '0'));
  return Buffer.from(groups.join(''), 'hex');
}
