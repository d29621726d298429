import { Injectable } from '@nestjs/common';
import { PreparedWrite, PreparedWrites } from '../database/prepared-writes.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Jobs } from '../jobs/jobs.js';
import { clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/errors.js';
import { FileStore } from './file-store.js';
import { STALE_MS } from './incoming.js';
import type { ReceivedFile } from './received-file.js';
import { sweepFiles } from './storage.jobs.js';

const note = new PreparedWrite(
  'loose_file.note',
  `insert into loose_file (tenant_id, id, due_at) select $1, id, $3 from unnest($2::uuid[]) as loose (id)`,
);

const hasten = new PreparedWrite(
  'loose_file.hasten',
  'update loose_file set due_at = $3 where tenant_id = $1 and id = $2',
);

const adopt = new PreparedWrite(
  'loose_file.adopt',
  'delete from loose_file where tenant_id = $1 and id = $2 and not is_doomed',
);

const strike = new PreparedWrite(
  'loose_file.strike',
  'delete from loose_file where tenant_id = $1 and id = $2',
);

/**
 * Keeps the store and the database in step, which share no transaction. A file that no record has is loose, and
 * noted as such before it lies in the store; loose files are removed when they are due. So whatever is
 * killed in whatever moment, no record is without its file and no file stays without a record.
 */
@Injectable()
export class Files {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: PreparedWrites,
    private readonly store: FileStore,
    private readonly jobs: Jobs,
  ) {}

  /** Outside any unit of work, because it takes as long as the store does. */
  async keep(file: ReceivedFile): Promise<void> {
    const due = new Date(clock.now().getTime() + STALE_MS);
    await this.unitOfWork.run(() => this.writes.run(note, [file.id], due));
    await this.store.put(file);
  }

  /** In the unit of work that makes its record. One that a sweep has set out to remove can't have one any more. */
  async adopt(fileId: string): Promise<void> {
    if ((await this.writes.run(adopt, fileId)) === 1) return;
    throw new DomainError('unavailable', 'upload_lost', 'The file is no longer there; send it again.');
  }

  /** In the unit of work that removes their records; the files go once that is committed. */
  async release(fileIds: readonly string[]): Promise<void> {
    await this.writes.run(note, fileIds, clock.now());
    await this.jobs.enqueue(sweepFiles, {});
  }

  /** After a unit of work that failed. Whether it really did, the database knows: a commit's answer may be lost. */
  async discard(fileId: string): Promise<void> {
    const isLoose = await this.unitOfWork.run(() => this.writes.run(hasten, fileId, clock.now()));
    if (!isLoose) return;
    await this.store.remove(fileId);
    await this.unitOfWork.run(() => this.writes.run(strike, fileId));
  }
}
