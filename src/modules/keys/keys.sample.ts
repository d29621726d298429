import type { EntityManager } from '@mikro-orm/postgresql';
import type { FoyerModule } from '../../shared/foyer-module.js';
import { exampleUuid, isSample, TO_DELETE } from '../../shared/kernel/example-ids.js';
import { ApiKey } from './api-key.entity.js';

/** The records that the examples in the docs use. Nobody knows their secrets. */
export const sampleKeys: FoyerModule['sample'] = (em: EntityManager) => {
  const add = (number: number, name: string) => {
    const { key } = ApiKey.issue({ name, scopes: ['persons:read', 'topics:read'] });
    em.persist(Object.assign(key, { id: exampleUuid('key', number) }));
  };
  add(1, 'Newsletter tool');
  add(TO_DELETE, 'Former newsletter tool');
};

export const removeSampleKeys = [`delete from api_key where tenant_id = $1 and ${isSample('id')}`];
