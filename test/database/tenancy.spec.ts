import { EntityManager } from '@mikro-orm/postgresql';
import { Topic } from '../../src/modules/topics/topic.entity.js';
import { PreparedRead, PreparedReads } from '../../src/shared/database/records/prepared-reads.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { UnitOfWork } from '../../src/shared/database/transactions/unit-of-work.js';
import { exampleUuid } from '../../src/shared/kernel/example-ids.js';
import { useTestService } from '../support/test-service.js';

const { service } = useTestService();
let em: EntityManager;
let work: UnitOfWork;

beforeAll(() => {
  em = service.app.get(EntityManager);
  work = service.app.get(UnitOfWork);
});

const findSample = () => em.findOne(Topic, { id: exampleUuid('topic') });

describe('a query', () => {
  it('sees the rows of its own tenant alone', async () => {
    const found = (tenantId: string) => inContext({ tenantId }, () => work.run(findSample));
    expect(await found(service.home.id)).toBeInstanceOf(Topic);
    expect(await found(service.stranger.id)).toBeNull();
  });

  it('changes and deletes nothing of another tenant, even in bulk', async () => {
    const act = () => work.run(() => em.nativeDelete(Topic, { id: exampleUuid('topic') }));
    expect(await inContext({ tenantId: service.stranger.id }, act)).toBe(0);
    const rename = () =>
      work.run(() => em.nativeUpdate(Topic, { id: exampleUuid('topic') }, { title: 'stolen' }));
    expect(await inContext({ tenantId: service.stranger.id }, rename)).toBe(0);
  });

  it('fails without a tenant instead of seeing all', async () => {
    await expect(work.run(findSample)).rejects.toThrow('outside any tenant');
    await expect(inContext({}, () => work.run(findSample))).rejects.toThrow('outside any tenant');
    const read = new PreparedRead('test.read', 'select id from topic where tenant_id = $1');
    await expect(service.app.get(PreparedReads).all(read)).rejects.toThrow('outside any tenant');
  });

  it('fails outside a unit of work', async () => {
    await expect(inContext({ tenantId: service.home.id }, async () => findSample())).rejects.toThrow(
      /global EntityManager/,
    );
  });

  it('fails where the tenant was not handed to the filter', async () => {
    await expect(em.fork().find(Topic, {})).rejects.toThrow(/tenant/);
  });

  it('can not even be written without asking for the tenant', () => {
    expect(() => new PreparedRead('test.leak', 'select * from topic where id = $1')).toThrow(
      '"tenant_id = $1"',
    );
  });
});
