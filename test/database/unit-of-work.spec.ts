import { jest } from '@jest/globals';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Topic } from '../../src/modules/topics/topic.entity.js';
import { RecordLock } from '../../src/shared/database/transactions/record-lock.js';
import { Transaction } from '../../src/shared/database/transactions/transaction.js';
import { currentTransaction, inContext } from '../../src/shared/database/transactions/work-context.js';
import { UnitOfWork } from '../../src/shared/database/transactions/unit-of-work.js';
import type { EventInput } from '../../src/shared/events/event-kind.js';
import { Events } from '../../src/shared/events/events.js';
import { useTestService } from '../support/test-service.js';

const { service, api } = useTestService();
let em: EntityManager;
let work: UnitOfWork;

beforeAll(() => {
  em = service.app.get(EntityManager);
  work = service.app.get(UnitOfWork);
});

const asHome = <Result>(act: () => Promise<Result>) =>
  inContext({ tenantId: service.home.id }, () => work.run(act));
const makeTopic = (title: string) => em.create(Topic, { title, sortOrder: 1, isDefault: false });
const count = async (sql: string) => (await service.pool.query(sql)).rowCount;

describe('a unit of work', () => {
  it('keeps all of it, or nothing', async () => {
    const act = async () => {
      makeTopic('half done');
      service.app.get(Events).record({ type: 'topic.deleted', topicId: 'topic_1' });
      await em.flush();
      throw new Error('on second thought');
    };
    await expect(asHome(act)).rejects.toThrow('on second thought');
    expect(await count(`select 1 from topic where title = 'half done'`)).toBe(0);
    expect(await count(`select 1 from event where type = 'topic.deleted'`)).toBe(0);
    await asHome(async () => {
      makeTopic('all done');
      service.app.get(Events).record({ type: 'topic.updated', topicId: 'topic_1' });
    });
    expect(await count(`select 1 from topic where title = 'all done'`)).toBe(1);
    expect(await count(`select 1 from event where type = 'topic.updated'`)).toBe(1);
  });

  it('sends nothing more once it has failed, or is committed', async () => {
    const refusals: Promise<unknown>[] = [];
    const insert = (transaction: Transaction) => {
      const text = `insert into topic (tenant_id, id, title, sort_order, is_default, created_at, updated_at)
        values ($1, gen_random_uuid(), 'too late', 1, false, now(), now())`;
      refusals.push(expect(transaction.query({ text, values: [service.home.id] })).rejects.toThrow());
    };
    let failed!: Transaction;
    const fail = async () => {
      failed = currentTransaction();
      await failed.query({ text: 'select 1' });
      insert(failed);
      throw new Error('no');
    };
    await expect(asHome(fail)).rejects.toThrow('no');
    insert(failed);
    const committed = await asHome(async () => {
      await currentTransaction().query({ text: 'select 1' });
      return currentTransaction();
    });
    insert(committed);
    await Promise.all(refusals);
    expect(await count(`select 1 from topic where title = 'too late'`)).toBe(0);
  });

  it('does not do what was sent after a statement that fails', async () => {
    const act = async () => {
      const answers = await Promise.allSettled(
        ['select 1 as one', 'select 1 / 0', 'select 2 as two'].map((text) =>
          currentTransaction().query({ text }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    };
    // Nobody may go on as if nothing had happened.
    await expect(asHome(act)).rejects.toThrow();
    expect(
      await asHome(async () => (await currentTransaction().query({ text: 'select 3 as three' })).rows),
    ).toEqual([{ three: 3 }]);
  });

  it('tells of nothing that nobody could subscribe to', async () => {
    const act = async () => {
      makeTopic('untold');
      service.app.get(Events).record({ type: 'test.unheard_of' } as never);
    };
    await expect(asHome(act)).rejects.toThrow('The event test.unheard_of is unknown');
    expect(await count(`select 1 from topic where title = 'untold'`)).toBe(0);
  });

  it('tells of nothing without saying what it is about', async () => {
    const record = (event: EventInput) => asHome(async () => service.app.get(Events).record(event));
    // @ts-expect-error the detail that names the record is missing
    await expect(record({ type: 'topic.created' })).rejects.toThrow('topic.created must have a topicId');
    // @ts-expect-error no details of another kind are taken
    await record({ type: 'topic.created', topicId: 'topic_1', pageId: 'page_1' });
    // @ts-expect-error a detail is of the type that its kind declares
    await expect(record({ type: 'topic.created', topicId: 2 })).rejects.toThrow('must have a topicId');
  });

  it('starts again from nothing when it lost a deadlock', async () => {
    const [first, second] = await asHome(async () => [makeTopic('left'), makeTopic('right')]);
    let tries = 0;
    const crossing = (one: string, other: string, meet: () => Promise<void>) => async () => {
      tries++;
      await lock(one);
      await meet();
      await lock(other);
    };
    const lock = (id: string) =>
      em.findOneOrFail(Topic, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
    const meet = meetingOf(2);
    await Promise.all([
      asHome(crossing(first.id, second.id, meet)),
      asHome(crossing(second.id, first.id, meet)),
    ]);
    expect(tries).toBe(3);
  });

  it('starts again where its plans are stale, whichever connection it gets', async () => {
    const everywhere = (act: () => Promise<unknown>) => {
      const meet = meetingOf(8);
      return Promise.all(Array.from({ length: 8 }, () => asHome(() => act().then(meet))));
    };
    const plan = () => currentTransaction().query({ name: 'planned', text: 'select title from topic' });
    await everywhere(plan);
    await service.pool.query('alter table topic alter column title type varchar(500)');
    await asHome(plan);
    await service.pool.query('alter table topic alter column title type text');
    await everywhere(plan);
    // Behind a pooler, nothing is prepared.
    const forget = `do $$ begin
      if exists (select from pg_prepared_statements where name = 'planned') then deallocate planned; end if;
    end $$`;
    await everywhere(() => currentTransaction().query({ text: forget }));
    await asHome(plan);
  });

  it('is given up where it loses again and again', async () => {
    let tries = 0;
    const lose = async () => {
      tries++;
      throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    };
    await expect(asHome(lose)).rejects.toThrow('deadlock detected');
    expect(tries).toBe(3);
  });

  it('writes events after what they tell of, and tells others once both are committed', async () => {
    const asked = jest.spyOn(Transaction.prototype, 'query');
    const told: number[] = [];
    const act = (isDone: boolean) => async () => {
      makeTopic('told of');
      service.app.get(Events).record({ type: 'topic.created', topicId: 'topic_1' });
      currentTransaction().afterCommit(() => told.push(asked.mock.calls.length));
      if (!isDone) throw new Error('not told');
    };
    await expect(asHome(act(false))).rejects.toThrow('not told');
    expect(told).toEqual([]);
    asked.mockClear();
    await asHome(act(true));
    const inserts = /^(?:with kept as \(\s*)?(insert into "?\w+|commit)/;
    const texts = asked.mock.calls.map(([{ text }]) => inserts.exec(text)?.[1]);
    asked.mockRestore();
    expect(texts.filter(Boolean)).toEqual(['insert into "topic', 'insert into event', 'commit']);
    expect(told).toEqual([texts.length]);
  });

  it('gives its connection back, whatever happens', async () => {
    const fail = () =>
      asHome(async () => {
        await em.count(Topic);
        throw new Error('no');
      });
    await Promise.allSettled(Array.from({ length: 50 }, fail));
    expect(service.pool.waitingCount).toBe(0);
    expect(service.pool.idleCount).toBe(service.pool.totalCount);
  });

  it('takes no connection where it asks for nothing', async () => {
    const taken = jest.spyOn(service.pool, 'connect');
    await asHome(async () => undefined);
    expect(taken).not.toHaveBeenCalled();
    taken.mockRestore();
  });

  it('can not be opened inside another', async () => {
    await expect(asHome(() => work.run(async () => undefined))).rejects.toThrow('inside another');
  });
});

describe('a change over HTTP', () => {
  it('leaves an event that tells of it', async () => {
    const { body } = await api.post('/v0/topics', { title: 'Newsworthy' }).expect(201);
    await api.patch(`/v0/topics/${body.topicId}`, { title: 'Changed' }).expect(200);
    await api.delete(`/v0/topics/${body.topicId}`).expect(200);
    const { rows } = await service.pool.query(
      `select type, payload, tenant_id from event where payload->>'topicId' = $1 order by id`,
      [body.topicId],
    );
    expect(rows).toEqual(
      ['topic.created', 'topic.updated', 'topic.deleted'].map((type) => ({
        type,
        payload: { type, topicId: body.topicId },
        tenant_id: service.home.id,
      })),
    );
  });
});

describe('a record that another unit of work has locked', () => {
  let locks: RecordLock;
  let topics: Topic[];
  beforeAll(async () => {
    locks = service.app.get(RecordLock);
    topics = await asHome(async () => [makeTopic('one'), makeTopic('two')]);
  });
  const lock = (topic: Topic) => locks.findOne(Topic, { id: topic.id }, { refresh: true });

  it('is waited for in the order of arrival', async () => {
    const order: number[] = [];
    const append = (index: number) => async () => {
      await lock(topics[0]!);
      order.push(index);
    };
    await Promise.all(Array.from({ length: 20 }, (_, index) => asHome(append(index))));
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  it('lets no two wait for each other', async () => {
    const meet = meetingOf(2);
    const crossing = (one: Topic, other: Topic) => async () => {
      await lock(one);
      await meet();
      await lock(other);
      return em.count(Topic);
    };
    const [left, right] = topics as [Topic, Topic];
    const counts = await Promise.all([asHome(crossing(left, right)), asHome(crossing(right, left))]);
    expect(counts[0]).toBe(counts[1]);
  });

  it('is not changed by work that ignores that it did not get it', async () => {
    const meet = meetingOf(2);
    let tries = 0;
    const careless = async () => {
      tries++;
      await em.count(Topic);
      await meet();
      await lock(topics[0]!).catch(() => undefined);
    };
    const holder = async () => {
      await lock(topics[0]!);
      await meet();
      await em.count(Topic);
    };
    await Promise.all([asHome(holder), asHome(careless)]);
    expect(tries).toBe(2);
  });
});

/** Resolves once so many have come; later ones pass at once. */
function meetingOf(people: number): () => Promise<void> {
  let waiting = people;
  let open!: () => void;
  const all = new Promise<void>((resolve) => (open = resolve));
  return () => {
    if (--waiting <= 0) open();
    return all;
  };
}
