import type { FoyerModule } from './shared/foyer-module.js';
import type { Schema } from './shared/database/orm-options.js';
import { Migration20261115000000Foundation } from './shared/database/foundation.migration.js';
import { addEventKinds } from './shared/events/event-kinds.js';
import { Migration20261115000821Events } from './shared/events/events.migration.js';
import { crm } from './modules/crm/index.js';
import { events } from './modules/events/index.js';
import { links } from './modules/links/index.js';
import { pages } from './modules/pages/index.js';
import { sessions } from './modules/sessions/index.js';
import { Migration20261115000031DoomedFiles } from './shared/storage/doomed-files.migration.js';
import { Migration20261115000030Storage } from './shared/storage/storage.migration.js';
import { assets } from './modules/assets/index.js';
import { topics } from './modules/topics/index.js';
import { webhooks } from './modules/webhooks/index.js';

/** Every bounded context. A new one is a folder and a line here. */
export const MODULES: readonly FoyerModule[] = [
  topics,
  crm,
  pages,
  sessions,
  assets,
  links,
  events,
  webhooks,
];

/** The headings of the docs. */
export const TAGS = Object.assign({}, ...MODULES.map(({ tags }) => tags)) as Readonly<Record<string, string>>;

for (const module of MODULES) addEventKinds(module.events);

const foundation: Schema = {
  entities: [],
  migrations: [
    Migration20261115000000Foundation,
    Migration20261115000030Storage,
    Migration20261115000031DoomedFiles,
    Migration20261115000821Events,
  ],
};

/** In the order in which their tables are made. */
export const SCHEMAS: readonly Schema[] = [foundation, ...MODULES];
