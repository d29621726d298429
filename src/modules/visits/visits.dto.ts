import { QueryTime } from '../../shared/fields/query-fields.js';

export class VisitEventsExportQuery {
  @QueryTime({ about: 'Of visits that began at this moment or later.' })
  from?: string;
}
