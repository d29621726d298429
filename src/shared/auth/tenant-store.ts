import { Injectable } from '@nestjs/common';
import { ConnectionShares } from '../database/connection-shares.js';
import { currentContext, inContext } from '../database/work-context.js';
import { clock } from '../kernel/clock.js';
import { newUuid, wireId } from '../kernel/ids.js';

export const DEFAULT_TENANT = 'default';

const CREATE =
  'insert into tenant (id, name, created_at) values ($1, $2, $3) on conflict (name) do nothing returning id';

@Injectable()
export class TenantStore {
  constructor(private readonly connections: ConnectionShares) {}

  async idOf(name: string): Promise<string | undefined> {
    const query = { text: 'select id from tenant where name = $1', values: [name] };
    const { rows } = await this.connections.query<{ id: string }>(query, 'service');
    return rows[0]?.id;
  }

  /** Answers the new tenant's id, or undefined where the name is taken. Part of the unit of work, where there is one. */
  async create(name: string, id = newUuid()): Promise<string | undefined> {
    const query = { text: CREATE, values: [id, name, clock.now()] };
    const { rows } = await (currentContext()?.transaction ?? this.connections).query<{ id: string }>(query);
    return rows[0]?.id;
  }

  /**
   * Does some work for one tenant after the other, each time with the rows of that tenant alone in sight. Where it fails
   * for one, it goes on with the next; at the end all failures are thrown together.
   */
  async forEach(work: () => Promise<void>): Promise<void> {
    const { rows } = await this.connections.query<{ id: string }>({
      text: 'select id from tenant order by id',
    });
    const failures = new Map<string, unknown>();
    for (const { id } of rows) {
      await inContext({ ...currentContext(), tenantId: id }, work).catch((error: unknown) =>
        failures.set(id, error),
      );
    }
    if (failures.size > 0) throw new AggregateError(failures.values(), summaryOf(failures));
  }
}

function summaryOf(failures: ReadonlyMap<string, unknown>): string {
  const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));
  return [...failures].map(([id, error]) => `${wireId('tenant', id)}: ${reason(error)}`).join('; ');
}
