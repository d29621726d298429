import type { Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import type { MetricsOfOne, ProcessMetrics } from '../shared/health/sibling-metrics.js';
import type { MessageToChild } from './messages.js';

/** How long a scrape waits for a busy process. */
const PATIENCE_MS = 2000;

/** Metric types that only grow. */
const COUNTED: readonly unknown[] = ['counter', 'histogram'];

interface Question {
  unanswered: Set<Worker>;
  done: () => void;
}

/**
 * Collects the metrics of all processes. The counts of a process stay when it ends or does not answer: a sum that
 * shrinks would look like a counter reset, and the whole remaining value like new requests.
 */
export class MetricsCollector {
  private readonly latest = new Map<Worker, ProcessMetrics>();
  private readonly questions = new Map<number, Question>();
  private asked = 0;
  private ofEnded: Promise<ProcessMetrics> = Promise.resolve([]);

  async collect(workers: readonly Worker[]): Promise<ProcessMetrics[]> {
    if (workers.length > 0) await this.ask(workers);
    return [...this.latest.values(), await this.ofEnded];
  }

  receive(worker: Worker, { question, metrics }: MetricsOfOne): void {
    if (!worker.isDead()) this.latest.set(worker, metrics);
    this.answered(question, worker);
  }

  ended(worker: Worker): void {
    const counted = this.latest.get(worker)?.filter(({ type }) => COUNTED.includes(type));
    this.latest.delete(worker);
    for (const question of this.questions.keys()) this.answered(question, worker);
    if (!counted) return;
    // After a restart with other code, metrics may not be of the same kind. Then the earlier sums stay.
    this.ofEnded = this.ofEnded.then((before) => sumOf(before, counted).catch(() => before));
  }

  private answered(question: number, worker: Worker): void {
    const { unanswered, done } = this.questions.get(question) ?? {};
    if (unanswered?.delete(worker) && unanswered.size === 0) done?.();
  }

  private async ask(workers: readonly Worker[]): Promise<void> {
    const question = ++this.asked;
    await new Promise<void>((resolve) => {
      const deadline = setTimeout(resolve, PATIENCE_MS);
      const done = () => {
        clearTimeout(deadline);
        resolve();
      };
      this.questions.set(question, { unanswered: new Set(workers), done });
      for (const worker of workers) send(worker, { kind: 'metrics wanted', question });
    });
    this.questions.delete(question);
  }
}

/** Sends nothing to a process that has just ended. */
export function send(worker: Worker, message: MessageToChild): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}

async function sumOf(before: ProcessMetrics, counted: ProcessMetrics): Promise<ProcessMetrics> {
  return await AggregatorRegistry.aggregate([before, counted]).getMetricsAsJSON();
}
