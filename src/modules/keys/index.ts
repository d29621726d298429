import type { FoyerModule } from '../../shared/foyer-module.js';
import { ApiKey } from './api-key.entity.js';
import { apiKeyList } from './key-reads.js';
import { keyEvents } from './keys.events.js';
import { forgetChildKeys } from './keys.jobs.js';
import { KeysModule } from './keys.module.js';
import { removeSampleKeys, sampleKeys } from './keys.sample.js';
import { keyFaults, keyProblems } from './keys.problems.js';

export const keys: FoyerModule = {
  nest: KeysModule,
  tags: { keys: 'API keys, and what the key of a request may do' },
  entities: [ApiKey],
  // Its table has been there from the beginning: `shared/auth/keys`.
  migrations: [],
  events: keyEvents,
  jobs: [forgetChildKeys],
  lists: [apiKeyList],
  scopes: ['keys:read', 'keys:write'],
  problems: keyProblems,
  faults: keyFaults,
  sample: sampleKeys,
  removeSample: removeSampleKeys,
};
