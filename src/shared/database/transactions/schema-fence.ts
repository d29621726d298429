import {
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { outdated } from '../../kernel/errors.js';
import { SECOND_MS } from '../../kernel/durations.js';
import { outdatedBy } from '../driver/schema-floor.js';
import { UnusableDatabase } from '../driver/usable-database.js';
import { SchemaLock } from './schema-lock.js';

const LOOKS_EVERY_MS = SECOND_MS;

/** Work that ends when this process becomes outdated. */
interface Finisher {
  /** Ends what has begun; the migration waits for it. */
  finish: () => Promise<unknown>;
  /** Starts the work again after the migration has failed. */
  resume?: () => unknown;
}

/**
 * Keeps this process away from a schema that it does not know. The process holds a shared lock on the schema. When a
 * newer release announces a contracting migration, the process takes no more work, finishes what it has begun, and
 * releases the lock. The migration waits for that. If the migration fails, the process takes the lock again and goes on
 * (decision 88).
 */
@Injectable()
export class SchemaFence implements OnModuleInit, OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger('schema');
  private readonly lock: SchemaLock;
  private readonly finishers: Finisher[] = [];
  private readonly finishing = new Set<Promise<unknown>>();
  private readonly toResume = new Set<Finisher>();
  private state: 'current' | 'leaving' | 'left' = 'current';
  private unitsOfWork = 0;
  private onIdle: () => void = () => undefined;
  private nextLook?: NodeJS.Timeout;
  private isShuttingDown = false;
  private isStopped = false;

  constructor(
    url: string,
    /** The number of the latest migration that this program knows. */
    readonly built: number,
  ) {
    this.lock = new SchemaLock(url, (floor) => floor > this.built && this.leave(floor));
  }

  get isOutdated(): boolean {
    return this.state !== 'current';
  }

  assertCurrent(): void {
    if (this.isOutdated) throw outdated();
  }

  /** If this process is outdated already, the work finishes at once. */
  onOutdated(finish: Finisher['finish'], resume?: Finisher['resume']): void {
    const finisher = { finish, resume };
    this.finishers.push(finisher);
    if (this.isOutdated) this.finish(finisher);
  }

  /** The schema stays as it is until the unit of work ends. */
  async keepFor<Result>(unitOfWork: () => Promise<Result>): Promise<Result> {
    if (this.state === 'left') throw outdated();
    this.unitsOfWork++;
    try {
      return await unitOfWork();
    } finally {
      if (--this.unitsOfWork === 0) this.onIdle();
    }
  }

  /** Before any work begins. */
  async onModuleInit(): Promise<void> {
    await this.look();
    if (!this.lock.isHeld) {
      await this.onApplicationShutdown();
      throw new UnusableDatabase('A newer release is migrating the database; start that release.');
    }
    this.lookAgain();
  }

  /** Work that stops for the shutdown must not resume. */
  onModuleDestroy(): void {
    this.isShuttingDown = true;
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.nextLook);
    await this.lock.close();
  }

  private lookAgain(): void {
    if (this.isStopped) return;
    this.nextLook = setTimeout(() => {
      void this.look()
        .catch(() => undefined) // the database is down; the next look connects again
        .finally(() => this.lookAgain());
    }, LOOKS_EVERY_MS);
  }

  private async look(): Promise<void> {
    const floor = await this.lock.floor();
    if (floor > this.built) this.leave(floor);
    // Only a contracting migration has the lock alone, and its announcement may have been lost with a connection.
    else if (!this.lock.isHeld && !(await this.lock.take())) this.leave();
    else if (this.state === 'left') await this.resume();
  }

  private leave(floor?: number): void {
    if (this.isOutdated) return;
    this.state = 'leaving';
    this.logger.error({ msg: 'outdated', reason: outdatedBy(this.built, floor) });
    for (const finisher of this.finishers) this.finish(finisher);
    void this.release();
  }

  private finish(finisher: Finisher): void {
    this.toResume.add(finisher);
    const finishing = finisher
      .finish()
      .catch((error: unknown) => this.logger.error({ msg: 'finishing failed', error }))
      .finally(() => this.finishing.delete(finishing));
    this.finishing.add(finishing);
  }

  /** Work that hangs may begin units of work until the last moment, so they are awaited after everything else. */
  private async release(): Promise<void> {
    while (this.finishing.size > 0) await Promise.all(this.finishing);
    while (this.unitsOfWork > 0) await new Promise<void>((resolve) => (this.onIdle = resolve));
    this.state = 'left';
    await this.lock.release();
  }

  /** If some work does not start, all of it finishes: the next look tries again, and a migration can have the schema. */
  private async resume(): Promise<void> {
    await Promise.all(this.finishing);
    try {
      for (const finisher of this.toResume) {
        if (this.isShuttingDown) return;
        await finisher.resume?.();
        this.toResume.delete(finisher);
      }
    } catch (error) {
      for (const finisher of this.finishers) if (!this.toResume.has(finisher)) this.finish(finisher);
      await this.release();
      throw error;
    }
    this.state = 'current';
    this.logger.log({ msg: 'current again' });
  }
}
