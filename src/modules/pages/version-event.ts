import type { EventInput } from '../../shared/events/event-kind.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { VersionEventKind } from './pages.events.js';
import type { Version } from './version.entity.js';

export function versionEvent(
  type: VersionEventKind,
  { audience, id, versionNumber, status }: Version,
): EventInput {
  return {
    type,
    pageId: wireId('page', audience.page.id),
    audienceId: wireId('audience', audience.id),
    versionId: wireId('version', id),
    versionNumber,
    status,
  };
}
