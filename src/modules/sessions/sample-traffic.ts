import type { EntityManager } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import { clock } from '../../shared/kernel/clock.js';
import { DAY_MS, HOUR_MS } from '../../shared/kernel/durations.js';
import { exampleUuid } from '../../shared/kernel/example-ids.js';
import { newUuid, wireId } from '../../shared/kernel/ids.js';
import { ComputedSessions } from './computed-sessions.js';
import type { StoredInteraction } from './entities/session-columns.js';
import { Session, type SeenFigures } from './entities/session.entity.js';

const DAYS = 30;

/** Where visitors come from. A source that is listed twice is twice as frequent. */
const SOURCES = [
  { utmSource: 'newsletter', utmMedium: 'email', utmCampaign: 'spring', referrer: null },
  { utmSource: 'newsletter', utmMedium: 'email', utmCampaign: 'spring', referrer: null },
  { utmSource: 'linkedin', utmMedium: 'social', utmCampaign: 'launch', referrer: 'www.linkedin.com' },
  { utmSource: null, utmMedium: null, utmCampaign: null, referrer: 'www.google.com' },
  { utmSource: null, utmMedium: null, utmCampaign: null, referrer: null },
];

const DEVICES = ['desktop', 'desktop', 'phone', 'desktop', 'phone', 'tablet'];

const QUESTIONS = [
  ['What does it cost?', 'There is a free plan.'],
  ['Can I host it myself?', 'Yes, with one command.'],
  ['Is there a plan for two?', ''],
] as const;

/** A month of visits to the sample page, as example data for statistics. Records no events. */
export async function sampleTraffic(
  em: EntityManager,
  app: Pick<INestApplicationContext, 'get'>,
): Promise<void> {
  const computed = app.get(ComputedSessions, { strict: false });
  const now = clock.now().getTime();
  for (let day = DAYS; day >= 0; day--) {
    const midnight = Math.floor(now / DAY_MS - day) * DAY_MS;
    for (let visit = 0; visit < visitsOn(midnight, day); visit++) {
      const startedAt = midnight + hourOf(day, visit) * HOUR_MS;
      if (startedAt < now - HOUR_MS) em.persist(await visited(computed, startedAt, 31 * day + 17 * visit));
    }
  }
}

/** More visits from week to week, and fewer at weekends. */
function visitsOn(midnight: number, day: number): number {
  const isWeekend = new Date(midnight).getUTCDay() % 6 === 0;
  return (isWeekend ? 3 : 8) + Math.floor((DAYS - day) / 5) + (day % 3);
}

/** Most visits are in the working hours of Europe. */
function hourOf(day: number, visit: number): number {
  return 7 + ((visit * 5 + day * 3) % 13) + ((visit * 7) % 10) / 10;
}

async function visited(computed: ComputedSessions, startedAt: number, number: number): Promise<Session> {
  const id = newUuid();
  const place = { pageId: exampleUuid('page'), audienceId: exampleUuid('audience') };
  const names = { id, analyticsSessionId: wireId('visit', id), pageLinkId: exampleUuid('link') };
  const session = Session.open({ ...place, ...names, pageTitle: 'Foyer for you' }, new Date(startedAt));
  await computed.complete(session, figuresOf(startedAt, number));
  return session;
}

function figuresOf(startedAt: number, number: number): SeenFigures {
  const isBounce = number % 3 === 0;
  const timeSpentSeconds = isBounce ? number % 9 : 15 + ((number * 13) % 160);
  const interactions = !isBounce && number % 5 === 1 ? [asked(startedAt + 9000, number)] : [];
  return {
    sessionStartedAt: new Date(startedAt),
    sessionEndedAt: new Date(startedAt + timeSpentSeconds * 1500),
    ...{ timeSpentSeconds, isBounce, interactions, visitRules: 1 },
    hasConversion: !isBounce && number % 11 === 4,
    questionsAskedCount: interactions.length,
    totalClicksCount: isBounce ? 0 : number % 3,
    maxScrollDepthPercentage: isBounce ? 30 : 40 + (number % 61),
    ...SOURCES[number % SOURCES.length]!,
    ...{ device: DEVICES[number % DEVICES.length]!, language: number % 4 === 0 ? 'de' : 'en' },
  };
}

function asked(timestamp: number, number: number): StoredInteraction {
  const [label, responseText] = QUESTIONS[number % QUESTIONS.length]!;
  const about = { componentContext: 'question', componentId: 'question-box', options: [] };
  return { ...about, label, responseText, groundingChunkIds: [], timestamp };
}
