import { QueryTime } from '../../shared/fields/request-time.js';

export class VisitEventsExportQuery {
  @QueryTime({ about: 'Only events of visits that began at this time or later.' })
  from?: string;
}
