import { Injectable } from '@nestjs/common';
import { Events } from '../../shared/events/events.js';
import { sessionIds } from './dto/session-reads.js';
import { storedColumns, type StoredSession } from './entities/session-columns.js';
import type { SeenFigures, Session } from './entities/session.entity.js';

/** Called with a session before and after a computation; undefined if the session does not count in figures. */
export type ComputationListener = (
  before: StoredSession | undefined,
  after: StoredSession | undefined,
) => void | Promise<void>;

/** Sessions before and after the erasure of a person. */
export interface ErasedSessions {
  before: readonly StoredSession[];
  after: readonly StoredSession[];
  /** `like` patterns that match the person's names. Null for sessions of others: these lost only texts with a mention. */
  patterns: readonly string[] | null;
}

export type ErasureListener = (erased: ErasedSessions) => Promise<void>;

/** Computes sessions, records events, and calls the listeners that add up the figures. */
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

  /** Reports sessions that the erasure of a person changed. */
  async erase(erased: ErasedSessions): Promise<void> {
    for (const listener of this.erasureListeners) await listener(erased);
  }

  /** Call it in a unit of work, with a locked session. */
  async compute(session: Session, work: () => void): Promise<void> {
    await this.change(session, work);
    const { computationStatus } = session;
    this.events.record({ type: 'session.computed', ...sessionIds(session), computationStatus });
  }

  /** The session counts in figures. Records no event. */
  complete(session: Session, figures: SeenFigures): Promise<void> {
    return this.change(session, () => session.complete(figures));
  }

  /** The session shows its figures; they do not count until it is computed. */
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
