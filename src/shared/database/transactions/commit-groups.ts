import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DatabaseError } from 'pg';
import { busy } from '../../kernel/errors.js';
import { isOverload, isUnavailable } from '../driver/postgres-errors.js';
import { UnitOfWork } from './unit-of-work.js';
import { currentTenant } from './work-context.js';

/** Writes that arrive within this time are committed together. */
const GATHER_MS = 3;
const MAX_TOGETHER = 200;
/** With this many waiting writes, the database can't keep up. */
const MAX_WAITING = 2000;

interface Waiting {
  lock: string;
  write: () => Promise<unknown>;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * For small writes in great number: those of a tenant that arrive at about the same time form one unit of work, and one
 * commit. Each must be sent without waiting for an answer, and be correct whatever else is in the same unit.
 */
@Injectable()
export class CommitGroups {
  /** By tenant. These writes wait for a commit in progress, or for others to join. */
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Resolves once the write is committed. `lock` names what it locks: all writes lock in one order, so none waits for
   * another.
   */
  add(lock: string, write: () => Promise<unknown>): Promise<void> {
    const tenantId = currentTenant();
    const line = this.waiting.get(tenantId);
    if (line && line.length >= MAX_WAITING) throw busy();
    return new Promise((resolve, reject) => {
      const waiting = { lock, write, resolve, reject };
      if (line) return void line.push(waiting);
      this.waiting.set(tenantId, [waiting]);
      void this.commitAll(tenantId);
    });
  }

  private async commitAll(tenantId: string): Promise<void> {
    const line = this.waiting.get(tenantId)!;
    await pause(GATHER_MS);
    while (line.length > 0) await this.commit(line.splice(0, MAX_TOGETHER));
    this.waiting.delete(tenantId);
  }

  private async commit(group: readonly Waiting[]): Promise<void> {
    const inOrder = group.toSorted((a, b) => (a.lock < b.lock ? -1 : Number(a.lock > b.lock)));
    try {
      await this.unitOfWork.run(() => Promise.all(inOrder.map(({ write }) => write())));
      for (const { resolve } of group) resolve();
    } catch (error) {
      if (group.length === 1 || !isOfOne(error)) for (const { reject } of group) reject(error);
      else for (const one of group) await this.commit([one]);
    }
  }
}

/** A write that can't be stored must not fail the others. If the database is down, all fail. */
function isOfOne(error: unknown): boolean {
  return error instanceof DatabaseError && !isUnavailable(error) && !isOverload(error);
}
