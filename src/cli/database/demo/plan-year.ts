import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/kernel/durations.js';
import { MESSAGES, PAGES, QUESTIONS, type DemoPage } from './company.js';
import { People, slugOf, type DemoPerson } from './people.js';
import { Random } from './random.js';
import { SIZES, type Size } from './sizes.js';

export const DAYS = 365;

/** A person for whom a proposal is published. */
export interface PlannedLead extends DemoPerson {
  day: number;
  path: string;
}

export interface PlannedVisit {
  /** Of the link. */
  path: string;
  language: string;
  /** In milliseconds since 1970, like all times. */
  startsAt: number;
  endsAt: number;
  source: Source;
  width: number;
  engagedMs: number;
  depth: number;
  clicks: number;
  converts: boolean;
  question: string | undefined;
  /** Who sends the form of the page, and with which answers. */
  form: (DemoPerson & { size: string; message: string }) | undefined;
}

export interface PlannedDay {
  /** Midnight in UTC. */
  startsAt: number;
  launches: readonly DemoPage[];
  leads: readonly PlannedLead[];
  /** In the order in which they begin. */
  visits: readonly PlannedVisit[];
}

interface Source {
  utm: string;
  referrer: string;
  weight: number;
}

const NEWSLETTER: Source = { utm: 'utm_source=newsletter&utm_medium=email', referrer: '', weight: 2 };
const MAIL: Source = { utm: 'utm_source=sales&utm_medium=email', referrer: '', weight: 0 };
const SOURCES: readonly Source[] = [
  { utm: '', referrer: 'https://www.google.com/', weight: 5 },
  { utm: '', referrer: '', weight: 4 },
  {
    utm: 'utm_source=linkedin&utm_medium=social&utm_campaign=hybrid-office',
    referrer: 'https://www.linkedin.com/',
    weight: 3,
  },
  {
    utm: 'utm_source=google&utm_medium=cpc&utm_campaign=desk-booking',
    referrer: 'https://www.google.com/',
    weight: 2,
  },
  { utm: '', referrer: 'https://news.example/', weight: 1 },
  NEWSLETTER,
];

const WIDTHS = [1440, 1440, 1280, 1920, 390, 390, 412, 820];

/** Offices work in the day: the share of visits in each hour, in UTC. */
const HOURS = [1, 1, 0, 0, 1, 2, 5, 9, 14, 16, 15, 12, 10, 13, 15, 14, 11, 8, 6, 5, 5, 4, 3, 2];

/** Days for which a newsletter brings visitors. */
const NEWSLETTER_DAYS = 4;

interface Place {
  path: string;
  page: Pick<DemoPage, 'language' | 'launchedOn' | 'newsletters'>;
  weight: number;
}

/** The whole year before `until` (midnight in UTC). The same arguments plan the same year. */
export function planYear({ seed, size, until }: { seed: number; size: Size; until: number }): PlannedDay[] {
  const random = new Random(seed);
  const people = new People(random);
  const start = until - DAYS * DAY_MS;
  const leads = planLeads(random, people, SIZES[size].leads);
  const weights = Array.from({ length: DAYS }, (_, day) => weightOfDay(random, start, day));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let due = 0;
  return weights.map((weight, day) => {
    due += (SIZES[size].visits * weight) / total;
    const count = Math.round(due);
    due -= count;
    const startsAt = start + day * DAY_MS;
    const visits = Array.from({ length: count }, () => planVisit(random, people, { day, startsAt, leads }));
    return {
      startsAt,
      launches: PAGES.filter(({ launchedOn }) => launchedOn === day),
      leads: leads.filter((lead) => lead.day === day),
      visits: visits.sort((a, b) => a.startsAt - b.startsAt),
    };
  });
}

function planLeads(random: Random, people: People, count: number): PlannedLead[] {
  return Array.from({ length: count }, () => {
    const person = people.make();
    return { ...person, day: random.integer(30, DAYS - 3), path: `/for/${slugOf(person.name)}` };
  });
}

/** More from month to month, fewer at weekends and at the end of the year. */
function weightOfDay(random: Random, start: number, day: number): number {
  const date = new Date(start + day * DAY_MS);
  const isWeekend = date.getUTCDay() % 6 === 0;
  const isHoliday = date.getUTCMonth() === 11 && date.getUTCDate() > 22;
  const hasNewsletter = PAGES.some((page) => isNewsletterDay(page, day));
  const factors = [
    isWeekend ? 0.35 : 1,
    isHoliday ? 0.4 : 1,
    hasNewsletter ? 1.7 : 1,
    random.between(0.8, 1.2),
  ];
  return factors.reduce((product, factor) => product * factor, 0.5 + day / DAYS);
}

function isNewsletterDay({ launchedOn, newsletters = [] }: Place['page'], day: number): boolean {
  return newsletters.some(
    (sentOn) => day >= launchedOn + sentOn && day < launchedOn + sentOn + NEWSLETTER_DAYS,
  );
}

function planVisit(
  random: Random,
  people: People,
  { day, startsAt: midnight, leads }: { day: number; startsAt: number; leads: readonly PlannedLead[] },
): PlannedVisit {
  const { path, page } = random.pickWeighted(placesOn(day, leads), ({ weight }) => weight);
  const source = sourceOf(random, path, isNewsletterDay(page, day));
  const hour = random.pickWeighted([...HOURS.keys()], (each) => HOURS[each]!);
  const startsAt = midnight + hour * HOUR_MS + random.integer(0, HOUR_MS - 1);
  const base = { path, source, startsAt, language: page.language, width: random.pick(WIDTHS) };
  if (random.isTrue(0.38)) {
    const engagedMs = random.integer(500, 9000);
    const nothing = { clicks: 0, converts: false, question: undefined, form: undefined };
    return {
      ...base,
      ...nothing,
      engagedMs,
      depth: random.integer(5, 35),
      endsAt: startsAt + engagedMs + 400,
    };
  }
  const engagedMs = random.integer(12_000, random.isTrue(0.2) ? 400_000 : 120_000);
  return {
    ...base,
    engagedMs,
    endsAt: startsAt + Math.round(engagedMs * random.between(1.05, 1.8)) + 5000,
    depth: random.integer(30, 100),
    clicks: random.isTrue(0.35) ? random.integer(1, 3) : 0,
    converts: random.isTrue(0.03),
    question: random.isTrue(0.07)
      ? random.pickWeighted(QUESTIONS, (each) => 1 / (QUESTIONS.indexOf(each) + 2))
      : undefined,
    form: random.isTrue(0.025)
      ? {
          ...people.make(),
          size: random.pick(['1 to 20', '21 to 100', '101 to 500', 'More']),
          message: random.pick(MESSAGES),
        }
      : undefined,
  };
}

/** The links that exist on a day. A lead opens the proposal in the first two weeks. */
function placesOn(day: number, leads: readonly PlannedLead[]): Place[] {
  const pages = PAGES.filter(({ launchedOn }) => launchedOn <= day).map((page) => ({
    ...{ path: page.path, page },
    weight: isNewsletterDay(page, day) ? page.weight * 4 : page.weight,
  }));
  const proposals = leads
    .filter((lead) => lead.day < day && lead.day + 14 >= day)
    .map(({ path }) => ({ path, page: { language: 'en', launchedOn: 0 }, weight: 0.6 }));
  return [...pages, ...proposals];
}

function sourceOf(random: Random, path: string, hasNewsletter: boolean): Source {
  if (path.startsWith('/for/')) return MAIL;
  return hasNewsletter && random.isTrue(0.6)
    ? NEWSLETTER
    : random.pickWeighted(SOURCES, ({ weight }) => weight);
}

/** A visit is over a minute after its browser reported its end. */
export const OVER_AFTER_MS = 2 * MINUTE_MS;
