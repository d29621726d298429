import { newUuid } from '../../src/shared/kernel/ids.js';
import { EventStreamReader } from '../support/api/event-stream-reader.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { topicsIn, TopicStreams } from './topic-streams.js';

const used = useTestService();
const { service, api, strangerApi } = used;
const streams = new TopicStreams(used);

/** A transaction of somebody else that has written an event and goes on. Its time is that of the statement. */
async function heldEvent(name: string): Promise<HeldTransaction> {
  const held = await HeldTransaction.begin(service);
  await held.query(
    `insert into event (tenant_id, id, type, resource, payload, created_at) values ($1, $2, 'topic.updated', $3, $4, now())`,
    [service.home.id, newUuid(), name, JSON.stringify({ type: 'topic.updated', topicId: name })],
  );
  return held;
}

describe('no event is skipped', () => {
  it('that is committed late, under a lower number, and nobody waits for it', async () => {
    const stream = await streams.started();
    const late = await heldEvent('topic_late');
    const topicId = await streams.makeTopic();
    await stream.has(topicId);
    const resumed = await stream.again();
    const next = await streams.makeTopic();
    await resumed.has(next);
    expect([...topicsIn(stream), ...topicsIn(resumed)]).not.toContain('topic_late');
    await late.commit();
    await resumed.has('topic_late');
  });

  it('that is committed late while the reader is away', async () => {
    const stream = await streams.started();
    const late = await heldEvent('topic_away');
    const topicId = await streams.makeTopic();
    await stream.has(topicId);
    stream.leave();
    await late.commit();
    const missed = await streams.makeTopic();
    const resumed = await stream.again();
    await resumed.has(missed, 'topic_away');
    expect(topicsIn(resumed)).toEqual(['topic_away', missed]);
  });

  it('of many transactions that overlap, whatever their order, for a reader that keeps leaving', async () => {
    let stream = await streams.started();
    const names = Array.from({ length: 12 }, (_, at) => `topic_overlap_${at}`);
    const seen = new Set<string>();
    const held = new Map<string, HeldTransaction>();
    for (const [at, name] of names.entries()) {
      held.set(name, await heldEvent(name));
      if (at % 3 !== 2) continue;
      // The one in the middle, then the newest; the oldest of each stays open.
      for (const done of [names[at - 1]!, name]) await held.get(done)!.commit();
      await stream.has(name, names[at - 1]!);
      topicsIn(stream).forEach((each) => seen.add(each));
      stream = await stream.again();
    }
    for (const transaction of [...held.values()].reverse()) await transaction.end('commit');
    await stream.has(...names.filter((_, at) => at % 3 === 0));
    topicsIn(stream).forEach((each) => seen.add(each));
    expect(names.filter((name) => !seen.has(name))).toEqual([]);
  });

  it('that was committed before the stream began is not sent', async () => {
    const before = await streams.makeTopic();
    const stream = await streams.started();
    const after = await streams.makeTopic();
    await stream.has(after);
    expect(topicsIn(await stream.again().then((again) => again.started()))).not.toContain(before);
  });

  it('of more than a step can have, by a stream from a time on', async () => {
    const begin = Date.now();
    await service.pool.query(
      `insert into event (tenant_id, id, type, resource, payload, created_at)
       select $1, new_uuid(), 'topic.updated', 'topic_many', json_build_object('type', 'topic.updated', 'topicId', 'many_' || n || '_'), now()
       from generate_series(1, 1000) n`,
      [service.home.id],
    );
    const stream = await EventStreamReader.open({
      ...{ url: service.url, key: service.home.key },
      query: `resource=topic_many&from=%2B${begin - 1000}`,
    });
    await stream.has('many_1000_');
    expect(topicsIn(stream)).toEqual(Array.from({ length: 1000 }, (_, at) => `many_${at + 1}_`));
  });

  it('of many that are committed late at once', async () => {
    const stream = await streams.started();
    const held = await HeldTransaction.begin(
      service,
      `insert into event (tenant_id, id, type, resource, payload, created_at)
       select $1, new_uuid(), 'topic.updated', 'topic_bulk', json_build_object('type', 'topic.updated', 'topicId', 'bulk_' || n || '_'), now()
       from generate_series(1, 5000) n`,
      [service.home.id],
    );
    await stream.has(await streams.makeTopic());
    await held.commit();
    await until(() => new Set(topicsIn(stream).filter((name) => name.startsWith('bulk_'))).size === 5000);
  });
});

describe('Last-Event-ID', () => {
  const HUGE = 'z'.repeat(4000);
  it.each([
    '0',
    'event_01je7nqt00e00800000000000j',
    '1-2-3',
    `${HUGE}-1-1-1`,
    '1-1-1-1-2_3_',
    '-1-1-1-1',
    HUGE,
  ])('must be an id of the stream: not %.40s', async (id) => {
    const { body } = await api.get('/v0/events/stream').set('last-event-id', id).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter: 'Last-Event-ID' })]);
  });

  it('that is older than the kept events says from where one can go on', async () => {
    const { body } = await api.get('/v0/events/stream').set('last-event-id', '1-0-0-0').expect(410);
    expect(body.code).toBe('events_expired');
    const [, query] = /\?(from=%2B\d+)$/.exec(body.detail as string)!;
    await streams.started(query);
  });

  it('of another tenant, or forged, shows nothing but own events', async () => {
    const foreign = await streams.started('', service.stranger.key);
    const strange = await streams.makeTopic('Strange', strangerApi);
    await foreign.has(strange);
    const topicId = await streams.makeTopic();
    for (const id of [foreign.lastEventId!, `${(Date.now() - 60_000).toString(36)}-0-0-0`]) {
      const stream = await EventStreamReader.open({
        url: service.url,
        key: service.home.key,
        lastEventId: id,
      });
      await stream.has(topicId);
      expect(topicsIn(stream)).not.toContain(strange);
    }
  });

  it('resumes after the server was restarted, whatever the numbers of its transactions', async () => {
    const stream = await streams.started();
    const missed = await streams.makeTopic();
    await stream.has(missed);
    const [time, seq] = stream.lastEventId!.split('-');
    // Of a server that has lost this event since, with all later transactions.
    const lastEventId = `${time}-${seq}-1-${(2 ** 40).toString(36)}`;
    const resumed = await EventStreamReader.open({ url: service.url, key: service.home.key, lastEventId });
    await resumed.has(missed);
  });
});
