import type { Dimension } from '../figures/dimensions.js';
import { QUARTER_MS, type Period } from '../figures/time-buckets.js';
import type { FigureRow } from './figure-reads.js';
import { countsOf, type SessionDelta } from '../rollups/session-delta.js';

interface Asked {
  buckets: readonly Period[];
  period: Period;
  dimension: Dimension | undefined;
}

const NOTHING = { bucket: null, packed: null, number: null, value: null, session: null };

/** The rows of figures of sessions that are in no rollups. */
export function figuresOfSessions(rows: readonly FigureRow[], asked: Asked): FigureRow[] {
  return rows.flatMap(({ session }) => (session ? figuresOf(session, asked) : []));
}

function figuresOf(delta: SessionDelta, { buckets, period, dimension }: Asked): FigureRow[] {
  const { visits, engagedMs, bounces, conversions, questions } = delta;
  const moment = delta.quarter * QUARTER_MS;
  const bucket = buckets.findIndex(({ to }) => moment < to);
  const isInPeriod = moment >= period.from && moment < period.to;
  const counts = isInPeriod ? countsOf(delta).filter((count) => count.dimension === dimension) : [];
  return [
    { ...NOTHING, bucket, ...{ visits, engagedMs, bounces, conversions, questions } },
    ...counts.map(({ value, figures }) => ({ ...NOTHING, value, ...figures })),
  ];
}
