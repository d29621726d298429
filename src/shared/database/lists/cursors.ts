import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../kernel/errors.js';
import type { Filter } from './list-source.js';
import { currentTenant } from '../transactions/work-context.js';
import { ServiceSecrets } from '../../secrets/service-secrets.js';

/** Position in a list: the sort values of the last item seen, and the total count. */
export interface Place {
  after: (string | number)[];
  totalCount: number | null;
}

/** A cursor is valid only for the tenant, list, filter and order it was made for. */
interface Walk {
  list: string;
  filter: Filter;
  sort?: string;
}

const SIGNATURE_BYTES = 16;

@Injectable()
export class Cursors {
  constructor(private readonly secrets: ServiceSecrets) {}

  async write(walk: Walk, place: Place): Promise<string> {
    const payload = Buffer.from(JSON.stringify([place.totalCount, ...place.after]));
    return Buffer.concat([await this.sign(walk, payload), payload]).toString('base64url');
  }

  async read(walk: Walk, cursor: string): Promise<Place> {
    const bytes = Buffer.from(cursor, 'base64url');
    const payload = bytes.subarray(SIGNATURE_BYTES);
    const expected = await this.sign(walk, payload);
    const genuine =
      bytes.toString('base64url') === cursor &&
      bytes.length > SIGNATURE_BYTES &&
      timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), expected);
    if (!genuine) throw invalidCursor();
    const [totalCount, ...after] = JSON.parse(payload.toString()) as [number | null, ...(string | number)[]];
    return { totalCount, after };
  }

  private async sign(walk: Walk, payload: Buffer): Promise<Buffer> {
    const filter = Object.entries(walk.filter).filter(([, value]) => value !== undefined);
    return createHmac('sha256', await this.secrets.get('cursor'))
      .update(JSON.stringify([currentTenant(), walk.list, filter.sort(), ...(walk.sort ? [walk.sort] : [])]))
      .update(payload)
      .digest()
      .subarray(0, SIGNATURE_BYTES);
  }
}

function invalidCursor(): DomainError {
  const message = 'The cursor does not belong to this list, or the filters or the order have changed since.';
  return new DomainError('invalid', 'invalid_cursor', message, [
    { parameter: 'cursor', code: 'invalid_cursor', message },
  ]);
}
