import { isSample } from '../../shared/kernel/example-ids.js';

const VISITS = `select id from visit where tenant_id = $1 and ${isSample('page_id')}`;

/** Otherwise their sessions would be created again. */
export const removeVisitsOfSamples = [
  `delete from visit_event where tenant_id = $1 and visit_id in (${VISITS})`,
  `delete from visit where tenant_id = $1 and ${isSample('page_id')}`,
];
