import { DomainError, type Fault } from '../../kernel/errors.js';
import { wireId, type IdPrefix } from '../../kernel/ids.js';
import { currentContext } from './work-context.js';

/** A value that only one record of the tenant can have. */
interface UniqueValue {
  code: string;
  message: string;
  /** JSON Pointer to the value; absent if the request does not contain it. */
  pointer?: string;
  /** The kind of the records that have such a value, and the scope that reading them needs. */
  kind: IdPrefix;
  scope: string;
}

export type FindHolder = () => Promise<{ id: string } | undefined>;

/**
 * Another record has the value (409). A violated index ends the transaction, so the unit of work looks for the record
 * when the transaction is over.
 */
export class ValueTaken extends DomainError {
  constructor(
    private readonly value: UniqueValue,
    private readonly findHolder: FindHolder,
  ) {
    super('conflict', value.code, value.message, [faultOf(value)]);
  }

  /** The error with the id of the record, for callers who may read it (decision 103). */
  async withHolder(): Promise<DomainError> {
    if (!this.mayShowHolder()) return this;
    // The caller gets the same error if the record can't be looked for.
    const holder = await this.findHolder().catch(() => undefined);
    return holder ? this.heldBy(holder) : this;
  }

  /** The same where the record is known. */
  heldBy({ id }: { id: string }): DomainError {
    if (!this.mayShowHolder()) return this;
    const { code, message, kind } = this.value;
    const fault = { ...faultOf(this.value), conflictsWith: wireId(kind, id) };
    return new DomainError('conflict', code, message, [fault]);
  }

  private mayShowHolder(): boolean {
    return currentContext()?.mayUse?.(this.value.scope) === true;
  }
}

function faultOf({ code, message, pointer }: UniqueValue): Fault {
  return { ...(pointer !== undefined && { pointer }), code, message };
}
