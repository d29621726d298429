import { defineEntity, p } from '@mikro-orm/core';
import { bigNumber, moment, orderPreservingJson, recordColumns } from '../../shared/database/columns.js';
import { clock } from '../../shared/kernel/clock.js';
import { conflict } from '../../shared/kernel/errors.js';
import type { Metadata } from './metadata.js';
import { Page } from './page.entity.js';

/** What is different for an audience. Whoever edits it changes these, and its history keeps them. */
export interface Overrides {
  customName: string | null;
  actionFormIdOverride: string | null;
  actionFormInstructionsOverride: string | null;
  actionUrlOverride: string | null;
  supplementaryContext: string | null;
  metadataOverride: Metadata | null;
}

const AudienceSchema = defineEntity({
  name: 'Audience',
  tableName: 'audience',
  properties: {
    ...recordColumns,
    page: () => p.manyToOne(Page),
    number: bigNumber(),
    customName: p.text().nullable(),
    actionFormIdOverride: p.text().nullable(),
    actionFormInstructionsOverride: p.text().nullable(),
    actionUrlOverride: p.text().nullable(),
    supplementaryContext: p.text().nullable(),
    metadataOverride: orderPreservingJson<Metadata>().nullable(),
    personId: p.uuid().nullable(),
    versionsMade: bigNumber(),
    placesGiven: bigNumber(),
    archivedAt: moment().nullable(),
  },
});

/** Those for whom a page is told in a way of its own. */
export class Audience extends AudienceSchema.class {
  archive(): void {
    this.archivedAt ??= this.updatedAt = clock.now();
  }

  restore(): void {
    if (!this.archivedAt) return;
    this.archivedAt = null;
    this.updatedAt = clock.now();
  }

  /** Answers the number of a new version. */
  numberVersion(): number {
    assertNotArchived(this);
    return ++this.versionsMade;
  }

  /** Answers the place of a version behind all that wait for their turn. */
  givePlace(): number {
    return ++this.placesGiven;
  }
}

AudienceSchema.setClass(Audience);

/** An archived audience stays as it is until it is restored. */
export function assertNotArchived({ archivedAt }: { archivedAt?: Date | number | null }): void {
  if (archivedAt)
    throw conflict('audience_archived', 'The audience is archived; restore it before changing it.');
}

/** The history keeps them with every line, and is answered by the hundred. */
const MAX_OVERRIDE_BYTES = 262_144;

export function assertWithinLimit(overrides: Overrides): void {
  const bytes = Buffer.byteLength(JSON.stringify(overrides));
  if (bytes <= MAX_OVERRIDE_BYTES) return;
  throw conflict(
    'overrides_too_large',
    `The overrides of an audience would have ${bytes} bytes; ${MAX_OVERRIDE_BYTES} are allowed.`,
  );
}

export function overridesOf(audience: { [Name in keyof Overrides]?: Overrides[Name] }): Overrides {
  return {
    customName: audience.customName ?? null,
    actionFormIdOverride: audience.actionFormIdOverride ?? null,
    actionFormInstructionsOverride: audience.actionFormInstructionsOverride ?? null,
    actionUrlOverride: audience.actionUrlOverride ?? null,
    supplementaryContext: audience.supplementaryContext ?? null,
    metadataOverride: audience.metadataOverride ?? null,
  };
}
