import type { FoyerModule } from '../../shared/foyer-module.js';
import { ConsoleModule } from './console.module.js';

export { ApiCaller } from './calling/api-caller.js';
export { ConsoleRouter } from './console.router.js';
export { LiveStreams } from './live/live-streams.js';
export { OneTimeLinks } from './signing-in/one-time-links.js';

/** Works with a browser what other clients work with the API. It has no records and no operations of its own. */
export const console: FoyerModule = {
  nest: ConsoleModule,
  tags: {},
  entities: [],
  migrations: [],
  events: {},
  jobs: [],
  lists: [],
  scopes: [],
  problems: {},
  removeSample: [],
};
