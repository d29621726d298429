import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { feedEvent, type FeedEvent } from '../../shared/events/feed-event.js';
import { unseenBy, type EventPlace, type FeedPosition } from '../../shared/events/feed-position.js';
import { missedEvents, oldestIdAt } from '../../shared/events/feed-reads.js';

/** Events after the place of a reader, and late ones before it, in one step. */
const STEP = 200;

const BEFORE_ALL: EventPlace = { time: 0, seq: 0 };

/** Some of the events that a reader has missed. */
export interface MissedEvents {
  readonly events: readonly FeedEvent[];
  /** What the reader knows afterwards. */
  readonly position: FeedPosition;
  readonly isLast: boolean;
}

@Injectable()
export class EventCatchUp {
  constructor(private readonly reads: PreparedReads) {}

  /** All events that were visible at the time of the last step and that are not known at this position. */
  async *from(start: FeedPosition): AsyncGenerator<MissedEvents> {
    let position = start;
    for (let isLast = false; !isLast;) {
      const step = yield* this.step(position);
      yield step;
      ({ position, isLast } = step);
    }
  }

  /**
   * Late events come first. If there are many, they take several steps: until then the place stays, and what the first
   * of these steps did not see remains unseen.
   */
  private async *step(start: FeedPosition): AsyncGenerator<MissedEvents, MissedEvents> {
    let unseen: FeedPosition['unseen'] | undefined;
    for (let after = BEFORE_ALL; ;) {
      const { late, events, seen } = await this.read(start, after);
      unseen ??= seen.unseen;
      const { time, seq } = events.at(-1) ?? start;
      if (late.length < STEP) {
        const position = { time, seq, unseen, server: seen.server };
        return { events: [...late, ...events], position, isLast: events.length < STEP };
      }
      yield { events: late, position: start, isLast: false };
      after = late.at(-1)!;
    }
  }

  private async read({ time, seq, unseen }: FeedPosition, after: EventPlace) {
    const rows = await this.reads.all(
      missedEvents,
      ...[oldestIdAt(time), new Date(time), seq, unseen.from, unseen.listed],
      ...[new Date(after.time), after.seq, STEP],
    );
    const found = rows.filter(({ id }) => id !== null);
    const { snapshot, server } = rows[0]!;
    return {
      late: found.filter(({ isLate }) => isLate).map(feedEvent),
      events: found.filter(({ isLate }) => !isLate).map(feedEvent),
      seen: { unseen: unseenBy(snapshot), server: Number(server) },
    };
  }
}
