import { FoyerError } from './foyer-error.js';
import { bytesOf } from './response-bytes.js';
import { withDates } from './times.js';
import { ANY_TYPE, type Call, type Transport } from './transport.js';

const SILENCE_MS = 60_000;

/** A file that is read while it is sent. `for await` reads its lines of JSON. If it breaks off, reading fails. */
export class Export<Line> implements AsyncIterable<Line> {
  constructor(
    private readonly call: Call,
    private readonly transport: Transport,
    private readonly dates: boolean,
  ) {}

  /** The bytes of the file. */
  async *bytes(): AsyncGenerator<Uint8Array, void> {
    const call = { ...this.call, accept: ANY_TYPE };
    const { operation, options } = call;
    const answer = await this.transport.open(call);
    yield* bytesOf(answer, {
      operation,
      silenceMs: options.timeoutMs ?? SILENCE_MS,
      signal: options.signal,
    });
  }

  /** The whole file. */
  async text(): Promise<string> {
    let text = '';
    for await (const part of this.texts()) text += part;
    return text;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Line, void> {
    let rest = '';
    for await (const part of this.texts()) {
      const [first = '', ...others] = part.split('\n');
      rest += first;
      for (const next of others) {
        if (rest) yield this.parse(rest);
        rest = next;
      }
    }
    if (rest) yield this.parse(rest);
  }

  private async *texts(): AsyncGenerator<string, void> {
    const decoder = new TextDecoder();
    for await (const chunk of this.bytes()) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  }

  private parse(line: string): Line {
    try {
      const record = JSON.parse(line) as Line;
      return this.dates ? (withDates(record) as Line) : record;
    } catch (cause) {
      const detail = 'A line is not valid JSON. Read files of another format with text() or bytes().';
      throw new FoyerError({ operation: this.call.operation, code: 'unexpected_answer', detail, cause });
    }
  }
}
