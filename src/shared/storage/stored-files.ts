import { Injectable } from '@nestjs/common';
import { PreparedWrite, PreparedWrites } from '../database/records/prepared-writes.js';
import { UnitOfWork } from '../database/transactions/unit-of-work.js';
import { Jobs } from '../jobs/jobs.js';
import { clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/errors.js';
import { FileStore } from './file-store.js';
import type { ReceivedFile } from './received-file.js';
import { removeOrphans } from './storage.jobs.js';
import { MAX_UPLOAD_MS } from './upload-folder.js';

/** The table `loose_file` lists the orphans, each with the time from which it may be removed. */
const insertOrphans = new PreparedWrite(
  'loose_file.insert',
  `insert into loose_file (tenant_id, id, due_at) select $1, id, $3 from unnest($2::uuid[]) as orphan (id)`,
);

const makeDue = new PreparedWrite(
  'loose_file.make_due',
  'update loose_file set due_at = $3 where tenant_id = $1 and id = $2',
);

/** An orphan that is being removed (`is_doomed`) stays an orphan. */
const attachOrphan = new PreparedWrite(
  'loose_file.attach',
  'delete from loose_file where tenant_id = $1 and id = $2 and not is_doomed',
);

const deleteOrphan = new PreparedWrite(
  'loose_file.delete',
  'delete from loose_file where tenant_id = $1 and id = $2',
);

/**
 * Keeps the store and the database consistent, which share no transaction. A file in the store without a record is an
 * orphan. It is listed as one before it is stored, and removed when it is due. So even if a process is killed at any
 * time, no record is without its file, and no file stays without a record.
 */
@Injectable()
export class StoredFiles {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: PreparedWrites,
    private readonly store: FileStore,
    private readonly jobs: Jobs,
  ) {}

  /** Puts a file into the store, as an orphan. Call it outside any unit of work: it takes as long as the store does. */
  async put(file: ReceivedFile): Promise<void> {
    const dueAt = new Date(clock.now().getTime() + MAX_UPLOAD_MS);
    await this.unitOfWork.run(() => this.writes.run(insertOrphans, [file.id], dueAt));
    await this.store.put(file);
  }

  /** Call it in the unit of work that creates the file's record. */
  async attach(fileId: string): Promise<void> {
    if ((await this.writes.run(attachOrphan, fileId)) === 1) return;
    throw new DomainError('unavailable', 'upload_lost', 'The file no longer exists; send it again.');
  }

  /** Call it in the unit of work that removes the files' records; the files are removed after its commit. */
  async detach(fileIds: readonly string[]): Promise<void> {
    await this.writes.run(insertOrphans, fileIds, clock.now());
    await this.jobs.enqueue(removeOrphans, {});
  }

  /**
   * Removes the file immediately if it is an orphan. A failed unit of work does not prove that it is: the response to a
   * commit may have been lost.
   */
  async removeIfOrphan(fileId: string): Promise<void> {
    const isOrphan = await this.unitOfWork.run(() => this.writes.run(makeDue, fileId, clock.now()));
    if (!isOrphan) return;
    await this.store.remove(fileId);
    await this.unitOfWork.run(() => this.writes.run(deleteOrphan, fileId));
  }
}
