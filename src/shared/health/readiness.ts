import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { IS_READ_ONLY } from '../database/primary.js';
import { DomainError } from '../kernel/errors.js';
import { JobEngine } from '../jobs/job-engine.js';

/** Whoever asks does not wait much longer either. */
const PATIENCE_MS = 2000;

/** Whether requests should be sent here: not before the start is done, nor once the end has begun. */
@Injectable()
export class Readiness {
  private leaving = false;

  constructor(private readonly engine: JobEngine) {}

  /** From now on not ready, whatever the database says. */
  leave(): void {
    this.leaving = true;
  }

  get isLeaving(): boolean {
    return this.leaving;
  }

  async assertReady(): Promise<void> {
    if (this.leaving) throw notReady('shutting_down', 'This process is shutting down.');
    await Promise.race([this.ask(), silence()]);
  }

  private async ask(): Promise<void> {
    await this.askDatabase();
    if (!(await this.engine.boss.isInstalled()))
      throw notReady('jobs_not_installed', 'The job schema is missing.');
  }

  private async askDatabase(): Promise<void> {
    let isReadOnly: boolean;
    try {
      // Over the jobs' connections: that all of the requests' are busy is no reason to send them elsewhere.
      const text = `select ${IS_READ_ONLY} as "isReadOnly" from migration limit 1`;
      const { rows } = await this.engine.boss.getDb().executeSql(text);
      isReadOnly = (rows as [{ isReadOnly: boolean }])[0].isReadOnly;
    } catch {
      throw notReady('database_not_ready', 'The database is away, or its tables have not been made.');
    }
    if (isReadOnly) throw notReady('database_read_only', 'The database takes no changes.');
  }
}

function notReady(code: string, detail: string): DomainError {
  return new DomainError('unavailable', code, detail);
}

async function silence(): Promise<never> {
  await wait(PATIENCE_MS, undefined, { ref: false });
  throw notReady('database_silent', 'The database does not answer.');
}
