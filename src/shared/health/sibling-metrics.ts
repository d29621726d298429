import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import { tellParent } from '../kernel/parent-process.js';
import { MetricsRegistry } from './metrics-registry.js';

export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[];

/**
 * Used in both directions: a process asks its parent for the metrics of all, and the parent asks each process for its
 * own.
 */
export interface MetricsQuestion {
  kind: 'metrics wanted';
  question: number;
}

export interface MetricsOfOne {
  kind: 'metrics of one';
  question: number;
  metrics: ProcessMetrics;
}

export interface MetricsOfAll {
  kind: 'metrics of all';
  question: number;
  metrics: ProcessMetrics[];
}

const UNASKED = 0;

/** Longer than the parent waits for the others. */
const PATIENCE_MS = 4000;

/** The metrics of this process, together with those of the other processes under the same parent, if it has one. */
@Injectable()
export class SiblingMetrics implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly waiting = new Map<number, (metrics: ProcessMetrics[]) => void>();
  private questions = 0;

  constructor(private readonly registry: MetricsRegistry) {}

  onApplicationBootstrap(): void {
    if (cluster.isWorker) process.on('message', this.receive);
  }

  /** The final counts stay in the sum. */
  async onModuleDestroy(): Promise<void> {
    process.off('message', this.receive);
    if (cluster.isWorker) await this.answer(UNASKED);
  }

  async text(): Promise<string> {
    if (!process.connected || !cluster.isWorker) return this.registry.metrics();
    const ofAll = await this.askParent(++this.questions);
    return ofAll ? AggregatorRegistry.aggregate(ofAll).metrics() : this.registry.metrics();
  }

  /** Undefined if the parent does not answer: it has exited or hangs. */
  private async askParent(question: number): Promise<ProcessMetrics[] | undefined> {
    const answer = new Promise<ProcessMetrics[]>((resolve) => this.waiting.set(question, resolve));
    tellParent({ kind: 'metrics wanted', question });
    const tooLate = new AbortController();
    const patience = wait(PATIENCE_MS, undefined, tooLate).catch(() => undefined);
    const answered = await Promise.race([answer, patience]);
    tooLate.abort();
    this.waiting.delete(question);
    return answered;
  }

  private readonly receive = (message: MetricsQuestion | MetricsOfAll): void => {
    if (message.kind === 'metrics wanted') void this.answer(message.question);
    if (message.kind !== 'metrics of all') return;
    this.waiting.get(message.question)?.(message.metrics);
  };

  private async answer(question: number): Promise<void> {
    const metrics = (await this.registry.getMetricsAsJSON()) as ProcessMetrics;
    tellParent({ kind: 'metrics of one', question, metrics });
  }
}
