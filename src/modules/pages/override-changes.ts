import { Injectable } from '@nestjs/common';
import { PreparedWrite, PreparedWrites } from '../../shared/database/prepared-writes.js';
import { Events } from '../../shared/events/events.js';
import { clock } from '../../shared/kernel/clock.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { AudienceRecord } from './audience-views.js';
import { assertWithinLimit, assertNotArchived, overridesOf, type Overrides } from './audience.entity.js';
import { AudienceHistory } from './audience-history.js';
import type { MessageKind, MessageRecord } from './audience-history.js';

const changeOverrides = new PreparedWrite(
  'audience.change_overrides',
  `update audience set custom_name = $3, action_form_id_override = $4, action_form_instructions_override = $5,
     action_url_override = $6, supplementary_context = $7, metadata_override = $8, updated_at = $9
   where tenant_id = $1 and id = $2`,
);

/** The one way in which what is different for an audience changes, with its line in the history and its event. */
@Injectable()
export class OverrideChanges {
  constructor(
    private readonly writes: PreparedWrites,
    private readonly history: AudienceHistory,
    private readonly events: Events,
  ) {}

  /** For an audience that is held. */
  apply(
    audience: AudienceRecord,
    change: Partial<Overrides>,
    { kind, text = null }: { kind: MessageKind; text?: string | null },
  ): { changed: AudienceRecord; message: MessageRecord } {
    assertNotArchived(audience);
    const changed = { ...audience, ...change };
    assertWithinLimit(overridesOf(changed));
    this.writes.atCommit(changeOverrides, audience.id, ...toUpdateParams(changed), clock.now());
    const pageId = wireId('page', audience.pageId);
    this.events.record({ type: 'audience.updated', pageId, audienceId: wireId('audience', audience.id) });
    return { changed, message: this.history.add(changed, kind, text) };
  }
}

function toUpdateParams(audience: Overrides): unknown[] {
  const { metadataOverride, ...texts } = overridesOf(audience);
  return [
    ...[texts.customName, texts.actionFormIdOverride, texts.actionFormInstructionsOverride],
    ...[texts.actionUrlOverride, texts.supplementaryContext],
    metadataOverride && JSON.stringify(metadataOverride),
  ];
}
