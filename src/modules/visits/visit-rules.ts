import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../shared/kernel/durations.js';
import type { Question, SentForm, View, VisitEvent } from './visit-events.js';

/** How visits become figures. A change that gives other figures is another version. */
export const VISIT_RULES = 1;

/** Less, with nothing done, is a bounce. */
const BOUNCE_MS = 10 * SECOND_MS;

type Clicked = Extract<VisitEvent, { type: 'click' }>;

/** What a visit comes to. Times are in milliseconds since 1970. */
export interface VisitFigures {
  startedAt: number;
  endedAt: number;
  timeSpentSeconds: number;
  maxScrollDepth: number | null;
  clicks: number;
  questions: number;
  hasConversion: boolean;
  /** Of several forms the first. */
  form: SentForm | undefined;
  isBounce: boolean;
  /** The page was opened so, if that is known. */
  firstView: View | undefined;
  /** In order. */
  interactions: readonly (Question | Clicked)[];
}

/** The same for the same events, in whichever order they come. There must be one at least, and none twice. */
export function figuresOf(events: readonly VisitEvent[]): VisitFigures {
  const startedAt = startOf(events);
  const counted = inOrder(events).filter(({ at }) => at <= startedAt + DAY_MS);
  const endedAt = Math.max(startedAt, ...counted.map(({ at }) => at));
  const all = <Type extends VisitEvent['type']>(...types: Type[]) =>
    counted.filter((event): event is Extract<VisitEvent, { type: Type }> =>
      (types as string[]).includes(event.type),
    );
  const engagedMs = all('engaged').reduce((sum, { ms }) => sum + ms, 0);
  const spentMs = Math.min(engagedMs, endedAt - startedAt);
  const [firstView, ...laterViews] = all('view');
  const hasDone = all('click', 'question', 'form', 'conversion').length > 0;
  return {
    startedAt,
    endedAt,
    timeSpentSeconds: spentMs / SECOND_MS,
    maxScrollDepth: greatest(all('scroll').map(({ depth }) => depth)),
    clicks: all('click').length,
    questions: all('question').length,
    hasConversion: all('form', 'conversion').length > 0,
    form: all('form')[0],
    isBounce: laterViews.length === 0 && spentMs < BOUNCE_MS && !hasDone,
    firstView,
    interactions: all('question', 'click'),
  };
}

/** Engaged time is told when it is over, so it began before: where no view tells the start, that does. */
function startOf(events: readonly VisitEvent[]): number {
  const hasView = events.some(({ type }) => type === 'view');
  const starts = events.map((event) =>
    event.type === 'engaged' && !hasView ? event.at - event.ms : event.at,
  );
  return Math.min(...starts);
}

function inOrder(events: readonly VisitEvent[]): VisitEvent[] {
  return [...events].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

function greatest(numbers: readonly number[]): number | null {
  return numbers.length > 0 ? Math.max(...numbers) : null;
}

/** When something new of a visit was received. */
interface Received {
  firstAt: number;
  lastAt: number;
}

/** When a visit is computed: once it is quiet, soon after it has ended, or after a day. */
export function dueAt(events: readonly VisitEvent[], { firstAt, lastAt }: Received): number {
  // What a page tells when it goes has one moment.
  const latest = Math.max(...events.map(({ at }) => at));
  const hasEnded = events.some(({ type, at }) => type === 'end' && at === latest);
  return Math.min(lastAt + (hasEnded ? 1 : 30) * MINUTE_MS, firstAt + DAY_MS);
}
