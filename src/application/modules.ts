import answers from './example-answers.json' with { type: 'json' };
import { foundation } from './foundation.js';
import { firstPage } from './guides/first-page.js';
import { webhooksGuide } from './guides/webhooks.js';
import { analytics } from '../modules/analytics/index.js';
import { assets } from '../modules/assets/index.js';
import { audit } from '../modules/audit/index.js';
import { brands } from '../modules/brands/index.js';
import { console } from '../modules/console/index.js';
import { crm } from '../modules/crm/index.js';
import { events } from '../modules/events/index.js';
import { keys } from '../modules/keys/index.js';
import { links } from '../modules/links/index.js';
import { forms } from '../modules/forms/index.js';
import { questions } from '../modules/questions/index.js';
import { pages } from '../modules/pages/index.js';
import { sessions } from '../modules/sessions/index.js';
import { site } from '../modules/site/index.js';
import { topics } from '../modules/topics/index.js';
import { visits } from '../modules/visits/index.js';
import { webhooks } from '../modules/webhooks/index.js';
import type { Schema } from '../shared/database/schema/orm-options.js';
import type { FoyerModule, FoyerPart } from '../shared/foyer-module.js';
import type { Faults, Problems, Reasons } from '../shared/kernel/errors.js';
import type { Documented } from '../shared/http/docs/openapi.js';
import type { PartitionedTables } from '../shared/database/schema/partitions.module.js';

/** All bounded contexts. A new one needs a folder and a line here. */
export const MODULES: readonly FoyerModule[] = [
  topics,
  crm,
  pages,
  sessions,
  visits,
  analytics,
  assets,
  brands,
  links,
  forms,
  questions,
  events,
  webhooks,
  keys,
  audit,
  site,
  console,
];

const PARTS: readonly FoyerPart[] = [foundation, ...MODULES];

/** What the docs contain besides the operations. */
export const DOCUMENTED: Documented = {
  tags: Object.assign({}, ...MODULES.map(({ tags }) => tags)) as Documented['tags'],
  problems: Object.assign({}, ...PARTS.map(({ problems }) => problems)) as Problems,
  faults: Object.assign({}, ...PARTS.map(({ faults }) => faults)) as Faults,
  reasons: Object.assign({}, ...PARTS.map(({ reasons }) => reasons)) as Reasons,
  answers,
  guides: [firstPage, webhooksGuide],
};

export const SCHEMAS: readonly Schema[] = PARTS;

export const EVENTS = PARTS.map((part) => part.events);
export const JOBS = PARTS.flatMap((part) => part.jobs);
export const LISTS = PARTS.flatMap((part) => part.lists);
export const SCOPES = PARTS.flatMap((part) => part.scopes);
export const PARTITIONED_TABLES: PartitionedTables = {
  monthly: PARTS.flatMap((part) => part.monthlyTables ?? []),
  weekly: PARTS.flatMap((part) => part.weeklyTables ?? []),
  daily: PARTS.flatMap((part) => part.dailyTables ?? []),
};
export const PERSONAL_TABLES = PARTS.flatMap((part) => part.personal ?? []);
export const GAUGES = PARTS.flatMap((part) => part.gauges ?? []);
