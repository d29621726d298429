import { Injectable } from '@nestjs/common';
import { Events } from '../../shared/events/events.js';
import { sessionIds } from './session-reads.js';
import { storedColumns, type StoredSession } from './session-columns.js';
import type { SeenFigures, Session } from './session.entity.js';

/** A session as it counts in figures, before and after a computation; undefined where it does not count. */
export type ComputationListener = (
  before: StoredSession | undefined,
  after: StoredSession | undefined,
) => void | Promise<void>;

/** Sessions before and after it was erased who they were of, and what for `like` may name that person. */
export interface ErasedSessions {
  before: readonly StoredSession[];
  after: readonly StoredSession[];
  patterns: readonly string[];
}

export type ErasureListener = (erased: ErasedSessions) => Promise<void>;

/** Computes sessions, and tells of it: webhooks, and whoever adds up their figures. */
@Injectable()
export class ComputedSessions {
  private readonly listeners: ComputationListener[] = [];
  private readonly erasureListeners: ErasureListener[] = [];

  constructor(private readonly events: Events) {}

  listen(listener: ComputationListener): void {
    this.listeners.push(listener);
  }

  listenToErasures(listener: ErasureListener): void {
    this.erasureListeners.push(listener);
  }

  /** Tells of sessions that were changed because a person was erased. */
  async erase(erased: ErasedSessions): Promise<void> {
    for (const listener of this.erasureListeners) await listener(erased);
  }

  /** To be called in a unit of work, with a session that is locked. */
  async compute(session: Session, work: () => void): Promise<void> {
    await this.change(session, work);
    const { computationStatus } = session;
    this.events.record({ type: 'session.computed', ...sessionIds(session), computationStatus });
  }

  /** Counts, and no webhook is told of it. */
  complete(session: Session, figures: SeenFigures): Promise<void> {
    return this.change(session, () => session.complete(figures));
  }

  /** Its figures are told, and do not count until it is computed. */
  reopen(session: Session, figures: SeenFigures): Promise<void> {
    return this.change(session, () => session.follow(figures));
  }

  private async change(session: Session, work: () => void): Promise<void> {
    const before = countedOf(session);
    work();
    const after = countedOf(session);
    if (!before && !after) return;
    for (const listener of this.listeners) await listener(before, after);
  }
}

function countedOf(session: Session): StoredSession | undefined {
  return session.computationStatus === 'completed' ? storedColumns.valuesOf(session) : undefined;
}
