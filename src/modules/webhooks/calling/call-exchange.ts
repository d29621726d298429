import { StringDecoder } from 'node:string_decoder';
import type { Dispatcher } from 'undici';
import { clock } from '../../../shared/kernel/clock.js';
import { CallFailure, detailOf, faultOf, type CallFault } from './call-faults.js';
import type { CallLimits } from './call-limits.js';
import type { ReceiverCall, ReceiverClient } from './receiver-client.js';
import { retryAfterMs } from './retry-after.js';

export interface CallResult {
  /** Null if the receiver did not answer. */
  status: number | null;
  /** Why there is no answer. */
  error: CallFault | null;
  /** One sentence for people, without internal details. */
  detail: string | null;
  durationMs: number;
  /** The beginning of the answer's body, as text that can be stored; '' if there is none. */
  responseBody: string;
  /** The delay that `Retry-After` asks for; null if it is absent. */
  retryAfterMs: number | null;
}

const FIRST_FINAL_STATUS = 200;

/** One call and its answer. It reports exactly one result, and never takes longer than its limits allow. */
export class CallExchange implements Dispatcher.DispatchHandler {
  private readonly startedAt = performance.now();
  private timer: NodeJS.Timeout;
  private client: ReceiverClient | undefined;
  private isSent = false;
  private status: number | null = null;
  private retryAfter: number | null = null;
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private isFinished = false;

  constructor(
    private readonly limits: CallLimits,
    private readonly onResult: (result: CallResult) => void,
  ) {
    this.timer = setTimeout(() => this.abort('timeout'), limits.callMs);
  }

  /** The call to dispatch, with this exchange as its handler. */
  post(options: Omit<Dispatcher.DispatchOptions, 'method'>): ReceiverCall {
    return {
      ...options,
      method: 'POST',
      onClient: (client) => (this.client = client),
      mayReceive: (bytes) => this.mayReceive(bytes),
    };
  }

  /** undici may start a call that was aborted while its connection was opened. */
  onRequestStart(): void {
    if (this.isFinished) throw new CallFailure('aborted');
    this.isSent = true;
  }

  onResponseStart(
    _controller: unknown,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ) {
    if (status < FIRST_FINAL_STATUS) return;
    if (sizeOf(headers) > this.limits.headBytes) return this.abort('bad_answer');
    this.status = status;
    this.retryAfter = retryAfterMs(headers['retry-after'], clock.now());
    clearTimeout(this.timer);
    const left = this.limits.callMs - (performance.now() - this.startedAt);
    this.timer = setTimeout(() => this.abort(null), Math.min(this.limits.bodyMs, left));
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.size > this.limits.bodyBytes) this.abort(null);
  }

  onResponseEnd(): void {
    this.finish(null);
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.finish(faultOf(error));
  }

  /** Ends the call and its connection, unless the call is finished. */
  abort(fault: CallFault | null): void {
    if (this.isFinished) return;
    this.finish(fault);
    if (this.isSent) this.client?.closeSocket(new CallFailure('aborted'));
  }

  private mayReceive(bytes: number): boolean {
    return bytes <= (this.status === null ? this.limits.headBytes : this.limits.answerBytes);
  }

  /** A status counts even if the rest of the answer fails: the receiver has the call. */
  private finish(fault: CallFault | null): void {
    if (this.isFinished) return;
    this.isFinished = true;
    clearTimeout(this.timer);
    const error = this.status === null ? fault : null;
    this.onResult({
      status: this.status,
      error,
      detail: error && detailOf(error),
      durationMs: Math.round(performance.now() - this.startedAt),
      responseBody: this.text(),
      retryAfterMs: this.retryAfter,
    });
  }

  /** Drops an incomplete character at the end. Replaces NUL and bytes that are not UTF-8. */
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
