import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { PictureFault } from './picture-fault.js';
import { PICTURE_LIMITS } from './picture-limits.js';
import type { PictureAnswer, PictureFaultReason, PictureQuestion } from './picture-questions.js';

const PROGRAM = fileURLToPath(new URL('./picture-process.js', import.meta.url));

/** The service's own variables contain secrets. The limit of arenas keeps freed memory from piling up. */
const ENVIRONMENT = { PATH: process.env.PATH, HOME: process.env.HOME, MALLOC_ARENA_MAX: '2' };

const LOOK_AT_MEMORY_MS = 50;

/** Characters of its error output that the log has. */
const LAST_WORDS = 2000;

interface Waiting {
  resolve: (answer: PictureAnswer) => void;
  reject: (error: Error) => void;
}

/** One run of the process that decodes. It is killed if a question takes too long or needs too much memory. */
export class PictureChild {
  hasEnded = false;
  private readonly child: ChildProcess;
  private readonly ready: Promise<unknown>;
  private waiting: Waiting | undefined;
  private lastWords = '';
  private killedFor: PictureFaultReason | undefined;

  constructor(program = PROGRAM) {
    this.child = fork(program, {
      env: ENVIRONMENT,
      execArgv: ['--max-old-space-size=64'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.child.unref();
    this.child.channel?.unref();
    (this.child.stderr as Socket | null)?.unref();
    this.child.on('message', (answer: PictureAnswer) => this.waiting?.resolve(answer));
    this.child.on('error', (error) => this.end(error));
    // A pipe that nobody reads would stop the process.
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.lastWords = (this.lastWords + text).slice(-LAST_WORDS);
    });
    // After its output has been read.
    this.child.on('close', (code, signal) =>
      this.end(new Error(`It ended with ${signal ?? code}. ${this.lastWords}`.trim())),
    );
    this.ready = this.next(PICTURE_LIMITS.startMs).catch((error: Error) => {
      throw new Error(`The process that decodes pictures did not start. ${error.message}`);
    });
    this.ready.catch(() => undefined);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Rejects with a `PictureFault` if the picture may be why. Call it again only after the answer to the question before. */
  async ask<Result extends object>(question: PictureQuestion): Promise<Result> {
    await this.ready;
    return resultOf<Result>(await this.answerTo(question));
  }

  kill(): void {
    this.hasEnded = true;
    this.child.kill('SIGKILL');
  }

  private async answerTo(question: PictureQuestion): Promise<PictureAnswer> {
    const answer = this.next(PICTURE_LIMITS.answerMs);
    const watch = setInterval(() => this.watchMemory(), LOOK_AT_MEMORY_MS);
    try {
      this.child.send(question, (error) => error && this.waiting?.reject(error));
      return await answer;
    } catch (error) {
      throw new PictureFault(this.killedFor ?? 'crashed', (error as Error).message);
    } finally {
      clearInterval(watch);
    }
  }

  private next(timeoutMs: number): Promise<PictureAnswer> {
    const timer = setTimeout(() => this.killFor('too_slow'), timeoutMs);
    const answer = new Promise<PictureAnswer>((resolve, reject) => {
      this.waiting = { resolve, reject };
      if (this.hasEnded) reject(new Error('It has ended.'));
    });
    return answer.finally(() => clearTimeout(timer));
  }

  private end(error: Error): void {
    this.hasEnded = true;
    this.waiting?.reject(error);
  }

  private killFor(reason: PictureFaultReason): void {
    this.killedFor = reason;
    this.kill();
  }

  private watchMemory(): void {
    if ((memoryOf(this.child.pid) ?? 0) > PICTURE_LIMITS.memoryBytes) this.killFor('too_much_memory');
  }
}

/** Undefined where the system has no `/proc`, as on macOS: there only the time is limited. */
export function memoryOf(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

function resultOf<Result>(answer: PictureAnswer): Result {
  if ('result' in answer) return answer.result as Result;
  if ('failure' in answer) throw new Error(`A picture could not be processed: ${answer.failure}`);
  throw 'reason' in answer
    ? new PictureFault(answer.reason, answer.detail)
    : new PictureFault('crashed', 'It gave an answer that is none.');
}
