import type { Scope } from '../../shared/auth/access.js';
import { hasScope, type Caller } from '../../shared/auth/keys/caller.js';
import { ListRead } from '../../shared/database/lists/list-read.js';
import { wireId } from '../../shared/kernel/ids.js';
import { wireTime } from '../../shared/kernel/wire-time.js';

interface ExportedRow {
  visitId: string;
  id: string;
  type: string;
  at: number;
  receivedAt: number;
  details: object;
  /** Null while the visit is being deleted. */
  pageLinkId: string | null;
  bot: string | null;
}

const inMs = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`;

/** All stored events of visitors, visit by visit. */
export const exportedEvents = new ListRead<ExportedRow>('exported_visit_events', {
  columns: `
    e.visit_id as "visitId", e.id, e.type, ${inMs('e.at')} as at, ${inMs('e.received_at')} as "receivedAt", e.details,
    v.page_link_id as "pageLinkId", v.bot`,
  bytes: `200 + pg_column_size(e.details)`,
  from: 'visit_event e',
  joined: 'left join visit v on v.tenant_id = $1 and v.id = e.visit_id',
  alias: 'e',
  order: { 'e.visit_id': 'uuid', 'e.id': 'text' },
  direction: 'asc',
  // The export does not report a total.
  countUpTo: 0,
  filters: { from: 'e.visit_id >= ?' },
});

/** The scope that some details of an event need, by the type of the event. */
const RESTRICTED: Readonly<Record<string, { scope: Scope; names: readonly string[] }>> = {
  form: { scope: 'forms:read', names: ['email', 'phone', 'linkedinProfileUrl'] },
  question: { scope: 'questions:read', names: ['label', 'responseText'] },
};

export function exportedEvent(row: ExportedRow, caller: Caller): object {
  const { visitId, pageLinkId, id, type, at, receivedAt, bot } = row;
  return {
    analyticsSessionId: wireId('visit', visitId),
    pageLinkId: pageLinkId && wireId('link', pageLinkId),
    ...{ eventId: id, type, at: wireTime(new Date(at)), receivedAt: wireTime(new Date(receivedAt)), bot },
    details: detailsFor(caller, row),
  };
}

function detailsFor(caller: Caller, { type, details }: ExportedRow): object {
  const { scope, names } = RESTRICTED[type] ?? {};
  if (!scope || hasScope(caller, scope)) return details;
  return { ...details, ...Object.fromEntries(names!.map((name) => [name, null])) };
}
