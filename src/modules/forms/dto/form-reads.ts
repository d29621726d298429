import type { RecordOf } from '../../../shared/database/records/column-map.js';
import { bySubstring } from '../../../shared/database/lists/text-filters.js';
import { ListRead } from '../../../shared/database/lists/list-read.js';
import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { formColumns } from '../entities/form.entity.js';
import type { FormView } from './forms.dto.js';

/** The source of a view: entities and rows both have this shape. */
export type FormRecord = RecordOf<typeof formColumns> & { id: string };

const COLUMNS = `f.id, ${formColumns.select('f')}`;

/** Includes deleted forms: their submissions can still be read. */
export const formById = new PreparedRead<FormRecord>(
  'form.by_id',
  `select ${COLUMNS} from form f where f.tenant_id = $1 and f.id = $2`,
  { isShort: true },
);

export const formList = new ListRead<FormRecord>('forms', {
  columns: COLUMNS,
  bytes: formColumns.bytes('f'),
  from: 'form f',
  alias: 'f',
  where: 'f.deleted_at is null',
  order: { 'f.created_at': 'timestamptz', 'f.id': 'uuid' },
  direction: 'desc',
  filters: bySubstring('f.name'),
  indexed: [],
});

export function formView(record: FormRecord): FormView {
  return { formId: wireId('form', record.id), ...formColumns.toView(record) };
}
