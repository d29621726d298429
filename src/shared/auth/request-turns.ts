import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { busy } from '../kernel/errors.js';
import { SECOND_MS } from '../kernel/durations.js';
import { isLive, type Scope } from './access.js';
import { networkOf } from './client-network.js';

/** Requests that one owner has at work at a time: while nobody else sends any, and while others do. */
const ALONE = 64;
const AMONG_OTHERS = 4;

/** While others send requests, an owner with so many waiting ones floods, and has one at work. */
const FLOOD = 16;
const FLOODING = 1;

/** An owner counts as present for this long after its last request. */
const PRESENT_MS = SECOND_MS;

/**
 * A request that is not answered by then counts no more: most of these wait for a lock, a slow client or another service,
 * and the others give way by themselves (`large-answers.ts`).
 */
const TURN_MS = 100;

const SWEEP_MS = 20;

/** A request that waits longer is refused. So is one that finds more of its owner's requests waiting. */
const WAIT_MS = 10 * SECOND_MS;
const MAX_WAITING = 1000;

/** Metrics must show a flood, and not wait for their turn in it. */
const WITHOUT_TURN: Scope = 'metrics:read';

/** Whether the requests of a handler wait for their turn: not those whose answers stay open (`Live`). */
export function takesTurn(handler: object, access: string): boolean {
  return access !== WITHOUT_TURN && !isLive(handler);
}

/** A tenant, or the network of a visitor. */
interface Owner {
  lastSeen: number;
  /** When each request got its turn, the oldest first. */
  atWork: Map<Response, number>;
  /** In order of arrival. */
  waiting: Map<Response, Waiter>;
}

interface Waiter {
  since: number;
  start: () => void;
  refuse: (error: Error) => void;
}

/**
 * Shares the processor: an owner whose requests come faster than they are answered waits for itself. The requests of
 * others find only a few of its requests at work before them (decision 91).
 */
@Injectable()
export class RequestTurns {
  private readonly owners = new Map<string, Owner>();
  private sweptAt = 0;
  private sweeping: NodeJS.Timeout | undefined;

  get atWork(): number {
    return this.sum(({ atWork }) => atWork.size);
  }

  get waiting(): number {
    return this.sum(({ waiting }) => waiting.size);
  }

  /** The same for a visitor, who has no key. */
  takeVisitor(address: string, res: Response): Promise<void> | undefined {
    return this.take(networkOf(address), res);
  }

  /** The turn ends with the response. If this returns undefined, there is no wait. */
  take(ownerId: string, res: Response, now = performance.now()): Promise<void> | undefined {
    if (now - this.sweptAt > PRESENT_MS) this.sweep(now);
    const owner = this.ownerOf(ownerId, now);
    res.once('close', () => this.end(owner, res));
    if (owner.waiting.size === 0 && this.hasRoom(owner)) return void owner.atWork.set(res, now);
    if (owner.waiting.size >= MAX_WAITING) throw busy();
    this.sweeping ??= setInterval(() => this.sweep(performance.now()), SWEEP_MS).unref();
    return new Promise((start, refuse) => owner.waiting.set(res, { since: now, start, refuse }));
  }

  private ownerOf(id: string, now: number): Owner {
    let owner = this.owners.get(id);
    if (owner) owner.lastSeen = now;
    else this.owners.set(id, (owner = { lastSeen: now, atWork: new Map(), waiting: new Map() }));
    return owner;
  }

  private hasRoom({ atWork, waiting }: Owner): boolean {
    if (this.owners.size === 1) return atWork.size < ALONE;
    return atWork.size < (waiting.size < FLOOD ? AMONG_OTHERS : FLOODING);
  }

  /** A client that is gone while it waits gets no turn. */
  private end(owner: Owner, res: Response): void {
    const waiter = owner.waiting.get(res);
    if (waiter) {
      owner.waiting.delete(res);
      waiter.refuse(busy());
    } else if (owner.atWork.delete(res)) this.startWaiting(owner, performance.now());
  }

  private startWaiting(owner: Owner, now: number): void {
    for (const [res, { start }] of owner.waiting) {
      if (!this.hasRoom(owner)) return;
      owner.waiting.delete(res);
      owner.atWork.set(res, now);
      start();
    }
  }

  /** Ends long turns and long waits, and forgets who is gone. */
  sweep(now: number): void {
    this.sweptAt = now;
    for (const [id, owner] of this.owners) {
      for (const [res, since] of owner.atWork) {
        if (now - since < TURN_MS) break;
        owner.atWork.delete(res);
      }
      this.startWaiting(owner, now);
      for (const [res, { since, refuse }] of owner.waiting) {
        if (now - since < WAIT_MS) break;
        owner.waiting.delete(res);
        refuse(busy());
      }
      if (owner.atWork.size + owner.waiting.size === 0 && now - owner.lastSeen > PRESENT_MS)
        this.owners.delete(id);
    }
    if (this.sweeping && this.waiting === 0) {
      clearInterval(this.sweeping);
      this.sweeping = undefined;
    }
  }

  private sum(count: (owner: Owner) => number): number {
    let sum = 0;
    for (const owner of this.owners.values()) sum += count(owner);
    return sum;
  }
}
