import { QueryTime } from '../../shared/fields/query-fields.js';

export class VisitEventsExportQuery {
  @QueryTime({ about: 'Only events of visits that began at this time or later.' })
  from?: string;
}
