import {
  isDiskFull,
  isOutdated,
  isOverload,
  isReadOnly,
  isTransactionConflict,
  isUnavailable,
  violatedUnique,
} from '../../database/driver/postgres-errors.js';
import { busy, outdated } from '../../kernel/errors.js';
import { domainFailure, failure, type Failure } from './failure.js';

/** What the caller learns of an error of the database. Undefined if the error has another origin. */
export function databaseFailure(error: unknown): Failure | undefined {
  if (isTransactionConflict(error) || isOverload(error)) return domainFailure(busy());
  if (isOutdated(error)) return domainFailure(outdated());
  if (isDiskFull(error))
    return failure(507, 'storage_full', 'The disk of the database is full; nothing was changed.');
  if (isReadOnly(error))
    return failure(503, 'database_read_only', 'The database is currently read-only; try again shortly.');
  if (isUnavailable(error))
    return failure(503, 'database_unavailable', 'The database is not reachable; try again shortly.');
  if (violatedUnique(error))
    return failure(409, 'conflict', 'Another request created the same record first.');
  return undefined;
}
