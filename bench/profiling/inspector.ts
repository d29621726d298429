import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const OPEN_WITHIN_MS = 10_000;

/** V8's coverage of one script: each function with its number of calls. */
export interface ScriptCoverage {
  url: string;
  functions: { functionName: string; ranges: { startOffset: number; count: number }[] }[];
}

type Answer = { id: number; result: unknown; error?: { message: string } };

/** Counts function calls in a Node process that was started with `--inspect-wait=127.0.0.1:0`, over its inspector. */
export class Inspector {
  private readonly socket: WebSocket;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private lastId = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer;
      this.waiting.get(answer.id)?.(answer);
      this.waiting.delete(answer.id);
    });
  }

  /** Counts from the first line on, because the process waits for the inspector. */
  static async attach(logFile: string): Promise<Inspector> {
    const socket = new WebSocket(await addressIn(logFile));
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', reject, { once: true });
    });
    const inspector = new Inspector(socket);
    await inspector.ask('Profiler.enable');
    await inspector.ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await inspector.ask('Runtime.runIfWaitingForDebugger');
    return inspector;
  }

  /** The calls since the previous call of this method. */
  async takeCoverage(): Promise<ScriptCoverage[]> {
    const { result } = (await this.ask('Profiler.takePreciseCoverage')) as { result: ScriptCoverage[] };
    return result;
  }

  /** Must be called, because a process does not exit while an inspector is attached. */
  close(): void {
    this.socket.close();
  }

  private async ask(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.lastId;
    const answered = new Promise<Answer>((resolve) => this.waiting.set(id, resolve));
    this.socket.send(JSON.stringify({ id, method, params }));
    const { result, error } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }
}

async function addressIn(logFile: string): Promise<string> {
  const deadline = Date.now() + OPEN_WITHIN_MS;
  for (;;) {
    const text = await readFile(logFile, 'utf8').catch(() => '');
    const address = /ws:\/\/\S+/.exec(text)?.[0];
    if (address) return address;
    if (Date.now() > deadline) throw new Error(`The inspector did not open:\n${text}`);
    await wait(20);
  }
}
