import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LiveConnection } from '../../shared/answers/live-answer.js';
import type { EventFeed } from '../../shared/events/event-feed.js';
import type { FeedEvent } from '../../shared/events/feed-event.js';
import type { FeedPosition } from '../../shared/events/feed-position.js';
import { exampleUuid } from '../../shared/kernel/example-ids.js';
import type { EventCatchUp, MissedEvents } from './event-catch-up.js';
import { EventStream } from './event-stream.js';

const TIME = Date.UTC(2026, 10, 19);
const NUMBER_OF_THOSE_THAT_CAN_WAIT = 2000;

const place = (seq: number): FeedPosition => ({
  ...{ time: TIME, seq, server: 1 },
  unseen: { listed: [], from: 1_000_000 },
});

function event(seq: number): FeedEvent {
  const type = 'topic.updated';
  const payload = { type, topicId: `topic_${seq}` } as const;
  return {
    ...{ time: TIME, seq, transaction: seq, type, resource: payload.topicId },
    record: { id: exampleUuid('event'), tenantId: exampleUuid('tenant'), createdAt: TIME, payload },
  };
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

/** A stream that finds nothing when it first catches up; meanwhile, so many events happen. */
async function sentWhile(count: number) {
  let text = '';
  let close = () => {};
  const connection = {
    ...{ isClosed: false, unsentBytes: 0, drained: () => Promise.resolve() },
    write: (part: string | Buffer) => void (text += part.toString()),
    onClose: (act: () => void) => void (close = act),
  };
  const happened = numbers(count).map(event);
  const steps: MissedEvents[] = [
    { events: [], position: place(0), isLast: true },
    { events: happened, position: place(count), isLast: true },
  ];
  let catchUps = 0;
  async function* from(): AsyncGenerator<MissedEvents> {
    if (catchUps === 0)
      for (const each of happened) stream.receive({ events: [each], position: place(each.seq) });
    yield await Promise.resolve(steps[catchUps++]!);
  }
  const feed = { follow: () => Promise.resolve(place(0)), unfollow: () => undefined };
  const stream = new EventStream(
    exampleUuid('tenant'),
    connection as unknown as LiveConnection,
    { filter: {}, position: place(0) },
    feed as unknown as EventFeed,
    { from } as unknown as EventCatchUp,
  );
  const run = stream.run();
  await nextTurn();
  connection.isClosed = true;
  close();
  await run;
  return { topics: [...text.matchAll(/topic_(\d+)/g)].map(([, seq]) => Number(seq)), catchUps };
}

describe('events that happen while a stream catches up', () => {
  it('are sent afterwards', async () => {
    expect(await sentWhile(NUMBER_OF_THOSE_THAT_CAN_WAIT)).toEqual({
      topics: numbers(NUMBER_OF_THOSE_THAT_CAN_WAIT),
      catchUps: 1,
    });
  });

  it('make it catch up once more if they are too many to wait', async () => {
    const tooMany = NUMBER_OF_THOSE_THAT_CAN_WAIT + 1;
    expect(await sentWhile(tooMany)).toEqual({ topics: numbers(tooMany), catchUps: 2 });
  });
});
