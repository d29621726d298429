import { forgetVisits } from '../../src/modules/visits/visits.jobs.js';
import { StepwiseWorker } from '../support/stepwise-worker.js';
import { useTestService } from '../support/test-service.js';
import { TrackedVisitor, type Tab } from './tracked-visitor.js';

const used = useTestService({ ROLE: 'api', VISIT_DAYS: '30' });
const { service } = used;
const visitor = new TrackedVisitor(used);

async function daysKept(): Promise<string[]> {
  const { rows } = await service.pool.query<{ name: string }>(
    `select relname as name from pg_inherits join pg_class on oid = inhrelid
     where inhparent = 'visit_event'::regclass order by relname`,
  );
  return rows.map(({ name }) => name);
}

/** With its events, as if it had begun so many days ago. Answers the partition in which they are. */
async function moved({ visit }: Tab, days: number): Promise<string> {
  await service.pool.query(
    `select ensure_partitions('day', '{visit_event}', now() - $1 * interval '1 day')`,
    [days],
  );
  const { rows } = await service.pool.query<{ day: string }>(
    `with old as (select * from visit where visit_key = $1),
       made as (select id, overlay(first_uuid_of(now() - $2 * interval '1 day')::text placing right(id::text, 21) from 16)::uuid as to
         from old),
       events as (update visit_event e set visit_id = made.to from made where visit_id = made.id)
     update visit set id = made.to from made where visit.id = made.id
     returning 'visit_event_day_' || to_char((now() - $2 * interval '1 day') at time zone 'UTC', 'YYYYMMDD') as day`,
    [visit, days],
  );
  return rows[0]!.day;
}

it('what visitors did is forgotten by whole days', async () => {
  await visitor.shown('/kept');
  const [old, young, present] = await Promise.all([1, 2, 3].map(() => visitor.tab('/kept')));
  for (const tab of [old!, young!, present!]) await visitor.tell(tab, [visitor.view(tab)]).expect(202);
  const [oldDay, youngDay] = [await moved(old!, 32), await moved(young!, 29)];
  expect(await daysKept()).toEqual(expect.arrayContaining([oldDay, youngDay]));

  await new StepwiseWorker(service).run(forgetVisits);
  expect(await visitor.stored(old!)).toEqual([]);
  expect(await visitor.stored(young!)).toMatchObject([{ events: 1 }]);
  expect(await visitor.stored(present!)).toMatchObject([{ events: 1 }]);
  const kept = await daysKept();
  expect(kept).not.toContain(oldDay);
  expect(kept).toContain(youngDay);
  // Those of the samples, of today, and of the next two days.
  expect(kept.length).toBeGreaterThanOrEqual(4);

  // What comes of it later is a visit of its own.
  await visitor.tell(old!, [{ type: 'end' }]).expect(202);
  expect(await visitor.stored(old!)).toMatchObject([{ events: 1 }]);
});
