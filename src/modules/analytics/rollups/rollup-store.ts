import { Injectable } from '@nestjs/common';
import { AudienceRollups } from './audience-rollups.js';
import { BreakdownStore } from './breakdown-store.js';
import type { SessionDelta } from './session-delta.js';
import { ALL_TIME, SessionScan } from './session-scan.js';
import { TotalStore } from './total-store.js';

/** All rollups. Only one caller of a tenant may change them at a time, in a unit of work. */
@Injectable()
export class RollupStore {
  constructor(
    private readonly audiences: AudienceRollups,
    private readonly scan: SessionScan,
    private readonly totals: TotalStore,
    private readonly breakdowns: BreakdownStore,
  ) {}

  /** Adds deltas that no longer wait. Audiences that now have many sessions get rollups of their own. */
  async add(deltas: readonly SessionDelta[]): Promise<void> {
    await this.createNeeded(await this.addToExisting(deltas));
  }

  /** Adds deltas that no longer wait, and returns their audiences without rollups. */
  async addToExisting(deltas: readonly SessionDelta[]): Promise<string[]> {
    const audienceIds = [
      ...new Set(deltas.flatMap(({ values, scopes }) => scopes.filter((id) => id === values.audience))),
    ];
    const existing = await this.audiences.existing(audienceIds);
    const hasRollups = (scope: string, { values }: SessionDelta) =>
      scope !== values.audience || existing.has(scope);
    await this.addAll(
      deltas.map((delta) => ({ ...delta, scopes: delta.scopes.filter((scope) => hasRollups(scope, delta)) })),
    );
    return audienceIds.filter((id) => !existing.has(id));
  }

  /** Creates the rollups of those of these audiences that have many sessions. They have no rollups yet. */
  async createNeeded(audienceIds: readonly string[]): Promise<void> {
    for (const id of await this.audiences.needed(audienceIds)) await this.create(id);
  }

  /** Adds deltas to one audience, which gets rollups of its own if it has none yet. */
  async addTo(audienceId: string, deltas: readonly SessionDelta[]): Promise<void> {
    if (!(await this.audiences.existing([audienceId])).has(audienceId)) await this.create(audienceId);
    await this.addAll(deltas.map((delta) => ({ ...delta, scopes: [audienceId] })));
  }

  /** From the sessions of the audience, without the deltas that still wait. */
  private async create(audienceId: string): Promise<void> {
    // There may be incomplete ones.
    await this.audiences.remove([audienceId]);
    for await (const deltas of this.scan.inRollups(audienceId, ALL_TIME, { withQuestions: true }))
      await this.addAll(deltas.map((delta) => ({ ...delta, scopes: [audienceId] })));
  }

  private async addAll(deltas: readonly SessionDelta[]): Promise<void> {
    if (deltas.length === 0) return;
    await this.totals.add(deltas);
    await this.breakdowns.add(deltas);
  }
}
