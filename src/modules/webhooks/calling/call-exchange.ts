import { StringDecoder } from 'node:string_decoder';
import type { Dispatcher } from 'undici';
import { clock } from '../../../shared/kernel/clock.js';
import { CallFailure, detailOf, faultOf, type CallFault } from './call-faults.js';
import type { CallLimits } from './call-limits.js';
import type { ReceiverCall, ReceiverClient } from './receiver-client.js';
import { retryAfterMs } from './retry-after.js';

export interface CallResult {
  /** What the receiver answered; null where it did not. */
  status: number | null;
  /** A stable code where nothing was answered. */
  error: CallFault | null;
  /** One sentence for the person who reads it, without inner details. */
  detail: string | null;
  durationMs: number;
  /** How the answer's body begins, as text that can be stored; '' where there is none. */
  responseBody: string;
  /** How long `Retry-After` asks us to wait; null where it does not. */
  retryAfterMs: number | null;
}

const FIRST_FINAL_STATUS = 200;

/** One call and its answer. It ends once, whatever comes later, and never waits longer than it may. */
export class CallExchange implements Dispatcher.DispatchHandler {
  private readonly startedAt = performance.now();
  private timer: NodeJS.Timeout;
  private client: ReceiverClient | undefined;
  private isSent = false;
  private status: number | null = null;
  private retryAfter: number | null = null;
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private isOver = false;

  constructor(
    private readonly limits: CallLimits,
    private readonly settle: (result: CallResult) => void,
  ) {
    this.timer = setTimeout(() => this.giveUp('timeout'), limits.callMs);
  }

  /** What is dispatched, with this as its handler. */
  post(options: Omit<Dispatcher.DispatchOptions, 'method'>): ReceiverCall {
    return {
      ...options,
      method: 'POST',
      takes: (client) => (this.client = client),
      mayHear: (bytes) => this.mayHear(bytes),
    };
  }

  /** May come after the end: a call can't be taken back while its connection is made. */
  onRequestStart(): void {
    if (this.isOver) throw new CallFailure('aborted');
    this.isSent = true;
  }

  onResponseStart(
    _controller: unknown,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ) {
    if (status < FIRST_FINAL_STATUS) return;
    if (sizeOf(headers) > this.limits.headBytes) return this.giveUp('bad_answer');
    this.status = status;
    this.retryAfter = retryAfterMs(headers['retry-after'], clock.now());
    clearTimeout(this.timer);
    const left = this.limits.callMs - (performance.now() - this.startedAt);
    this.timer = setTimeout(() => this.giveUp(null), Math.min(this.limits.bodyMs, left));
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.size > this.limits.bodyBytes) this.giveUp(null);
  }

  onResponseEnd(): void {
    this.end(null);
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.end(faultOf(error));
  }

  /** Ends what is still under way, together with its connection. */
  giveUp(fault: CallFault | null): void {
    if (this.isOver) return;
    this.end(fault);
    if (this.isSent) this.client?.cut(new CallFailure('aborted'));
  }

  private mayHear(bytes: number): boolean {
    return bytes <= (this.status === null ? this.limits.headBytes : this.limits.answerBytes);
  }

  /** Once there is a status, it counts: nothing that goes wrong after it says that the call was not received. */
  private end(fault: CallFault | null): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    const error = this.status === null ? fault : null;
    this.settle({
      status: this.status,
      error,
      detail: error && detailOf(error),
      durationMs: Math.round(performance.now() - this.startedAt),
      responseBody: this.text(),
      retryAfterMs: this.retryAfter,
    });
  }

  /** A character that was cut in two is left out; bytes that are no UTF-8, and NUL, are replaced. */
  private text(): string {
    if (this.size === 0) return '';
    const { bodyBytes } = this.limits;
    const bytes = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks);
    const text =
      this.size > bodyBytes
        ? new StringDecoder('utf8').write(bytes.subarray(0, bodyBytes))
        : bytes.toString('utf8');
    return text.replaceAll('\0', '\uFFFD');
  }
}

function sizeOf(headers: Record<string, string | string[] | undefined>): number {
  let size = 0;
  for (const [name, value = ''] of Object.entries(headers)) {
    if (typeof value === 'string') size += name.length + value.length;
    else for (const each of value) size += name.length + each.length;
  }
  return size;
}
