import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DatabaseError } from 'pg';
import { isOverload, isUnavailable } from '../../shared/database/postgres-errors.js';
import { UnitOfWork } from '../../shared/database/unit-of-work.js';
import { currentTenant } from '../../shared/database/work-context.js';
import { busy } from '../../shared/kernel/errors.js';
import { VisitStore, type Arrival } from './visit-store.js';

/** What arrives within this time is committed together. */
const GATHER_MS = 3;
/** So many batches are committed together. */
const MAX_TOGETHER = 200;
/** With so many that wait, the database does not keep up. */
const MAX_WAITING = 2000;

interface Waiting {
  arrival: Arrival;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Stores what arrives of visits: all that comes at about the same time in one commit (decision 76). */
@Injectable()
export class Collector {
  /** By tenant. What is here waits for a commit that is under way, or for others. */
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly store: VisitStore,
  ) {}

  /** Returns once it is stored for good. */
  add(arrival: Arrival): Promise<void> {
    const tenantId = currentTenant();
    const line = this.waiting.get(tenantId);
    if (line && line.length >= MAX_WAITING) throw busy();
    return new Promise((resolve, reject) => {
      const waiting = { arrival, resolve, reject };
      if (line) return void line.push(waiting);
      this.waiting.set(tenantId, [waiting]);
      void this.storeAll(tenantId);
    });
  }

  private async storeAll(tenantId: string): Promise<void> {
    const line = this.waiting.get(tenantId)!;
    await pause(GATHER_MS);
    while (line.length > 0) await this.storeTogether(line.splice(0, MAX_TOGETHER));
    this.waiting.delete(tenantId);
  }

  private async storeTogether(together: readonly Waiting[]): Promise<void> {
    try {
      const arrivals = together.map(({ arrival }) => arrival).sort(byVisit);
      await this.unitOfWork.run(() => Promise.all(arrivals.map((arrival) => this.store.add(arrival))));
      for (const { resolve } of together) resolve();
    } catch (error) {
      if (together.length === 1 || !isOfOne(error)) return together.forEach(({ reject }) => reject(error));
      for (const one of together) await this.storeTogether([one]);
    }
  }
}

/** Everybody locks visits in the same order, so that nobody waits for somebody who waits. */
function byVisit(a: Arrival, b: Arrival): number {
  return a.key < b.key ? -1 : 1;
}

/** One that can't be stored must not take the others along. Where the database is away, none can. */
function isOfOne(error: unknown): boolean {
  return error instanceof DatabaseError && !isUnavailable(error) && !isOverload(error);
}
