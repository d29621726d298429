import type { CountedSession } from '../../sessions/index.js';
import { questionOf, valueOf, type Dimension } from '../figures/dimensions.js';
import { FIGURES, type Figures } from '../figures/figures.js';
import { DAY_MS } from '../../../shared/kernel/durations.js';
import { QUARTER_MS } from '../figures/time-buckets.js';

/** The figures that one session adds to the rollups, or subtracts from them. */
export interface SessionDelta extends Figures {
  /** Counted in UTC from 1970. */
  quarter: number;
  /** The tenant, the page and the audience of the session. */
  scopes: string[];
  values: Record<Exclude<Dimension, 'question'>, string>;
  /** How often each question was asked. */
  asked: Record<string, number>;
}

/** A limit, because a client that records a visit can claim any duration. */
const LONGEST_VISIT_MS = DAY_MS;

/** A `sign` of −1 subtracts a session that was added with 1. */
export function deltaOf(session: CountedSession, tenantId: string, sign: 1 | -1): SessionDelta {
  const { pageId, audienceId, pageLinkId } = session;
  const engagedMs = Math.min(Math.round((session.timeSpentSeconds ?? 0) * 1000), LONGEST_VISIT_MS);
  return {
    quarter: Math.floor(session.sessionStartedAt.getTime() / QUARTER_MS),
    scopes: [tenantId, pageId, audienceId].filter((scope) => scope !== null),
    values: {
      ...{ audience: audienceId ?? '', link: pageLinkId ?? '', device: valueOf(session.device) },
      ...{ source: valueOf(session.utmSource), medium: valueOf(session.utmMedium) },
      ...{ campaign: valueOf(session.utmCampaign), referrer: valueOf(session.referrer) },
    },
    asked: questionsIn(session, sign),
    visits: sign,
    engagedMs: engagedMs * sign,
    bounces: session.isBounce ? sign : 0,
    conversions: session.hasConversion ? sign : 0,
    questions: session.questionsAskedCount * sign,
  };
}

/** Takes back a delta. */
export function inverse(delta: SessionDelta): SessionDelta {
  const figures = Object.fromEntries(FIGURES.map((name) => [name, -delta[name]])) as Figures;
  const asked = Object.fromEntries(
    Object.entries(delta.asked).map(([question, times]) => [question, -times]),
  );
  return { ...delta, ...figures, asked };
}

/** The figures of a session for one of its values. */
export interface ValueCount {
  dimension: Dimension;
  value: string;
  figures: Figures;
}

export function countsOf(delta: SessionDelta): ValueCount[] {
  const values = Object.entries(delta.values) as [keyof SessionDelta['values'], string][];
  return [
    ...values.map(([dimension, value]) => ({ dimension, value, figures: delta })),
    ...Object.entries(delta.asked).map(([value, questions]) => ({
      dimension: 'question' as const,
      value,
      figures: { ...delta, questions },
    })),
  ];
}

/** Like `questionsAskedCount`: for a recorded visit, only questions with a response; for a visit on the site, all. */
function questionsIn({ interactions, visitRules }: CountedSession, sign: 1 | -1): Record<string, number> {
  const asked = new Map<string, number>();
  for (const { label, responseText, componentContext } of interactions) {
    if (visitRules === null ? responseText === '' : componentContext !== 'question') continue;
    const question = questionOf(label);
    asked.set(question, (asked.get(question) ?? 0) + sign);
  }
  return Object.fromEntries(asked);
}
