import type { INestApplicationContext } from '@nestjs/common';
import { FormsApi } from '../../../modules/forms/index.js';
import { QuestionsApi } from '../../../modules/questions/index.js';
import { readBatch, VisitsApi, VisitWorker } from '../../../modules/visits/index.js';
import type { DemoClock } from './demo-clock.js';
import { OVER_AFTER_MS, type PlannedVisit } from './plan-year.js';
import { Random } from './random.js';
import type { DemoLink } from './setup.js';

const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';

/** What one event reports at most. */
const ENGAGED_MS = 60_000;

/** Visits pages as browsers do, in the past. */
export class Visitor {
  private readonly visits: VisitsApi;
  private readonly questions: QuestionsApi;
  private readonly forms: FormsApi;
  private readonly worker: VisitWorker;

  constructor(
    app: INestApplicationContext,
    private readonly demoClock: DemoClock,
  ) {
    const loose = { strict: false };
    this.visits = app.get(VisitsApi, loose);
    this.questions = app.get(QuestionsApi, loose);
    this.forms = app.get(FormsApi, loose);
    this.worker = app.get(VisitWorker, loose);
  }

  /** Call it as the tenant. Afterwards the session of the visit is computed. */
  async visit(plan: PlannedVisit, link: DemoLink, seed: number): Promise<void> {
    const random = new Random(seed);
    const key = random.hex(32);
    const { startsAt, endsAt, question, form } = plan;
    const stayMs = endsAt - startsAt;
    if (question !== undefined) {
      const asking = { visit: { ...link, key }, pageUrl: link.url, topicIds: undefined };
      await this.demoClock.at(Math.round(startsAt + stayMs * 0.4), () =>
        this.questions.ask(question, asking),
      );
    }
    if (form) await this.demoClock.at(Math.round(startsAt + stayMs * 0.7), () => this.send(form, link, key));
    await this.demoClock.at(endsAt, () => this.report(plan, link, { key, random }));
    await this.demoClock.at(endsAt + OVER_AFTER_MS, () =>
      this.worker.computeDue(AbortSignal.timeout(60_000)),
    );
  }

  private async send(
    { email, size, message, company }: NonNullable<PlannedVisit['form']>,
    link: DemoLink,
    key: string,
  ): Promise<void> {
    const shown = await this.forms.shown(link.formId);
    const all: Record<string, string> = { email, size, message, company };
    const answers = Object.fromEntries(shown.fields.map(({ name }) => [name, all[name] ?? '']));
    const { pageId, audienceId, pageLinkId, url } = link;
    const faults = await this.forms.submit(shown, answers, {
      pageId,
      audienceId,
      pageLinkId,
      pageUrl: url,
      visit: key,
    });
    if (faults.length > 0) throw new Error(`The demo sent a wrong form: ${JSON.stringify(faults)}`);
  }

  private async report(
    plan: PlannedVisit,
    link: DemoLink,
    { key, random }: { key: string; random: Random },
  ): Promise<void> {
    const token = await this.visits.tokenFor(link);
    const events = eventsOf(plan, link).map((event) => ({ ...event, id: random.hex(16) }));
    await this.visits.collect(readBatch({ token, visit: key, sentAt: plan.endsAt, events }), USER_AGENT);
  }
}

/** As the tracker of a page reports them. */
function eventsOf(plan: PlannedVisit, { url }: DemoLink): object[] {
  const { startsAt, endsAt, source, width, language, engagedMs, depth, clicks, converts } = plan;
  const at = (share: number) => Math.round(startsAt + (endsAt - startsAt) * share);
  const address = `${url ?? 'http://localhost/'}${source.utm && `?${source.utm}`}`;
  const reports = Math.ceil(engagedMs / ENGAGED_MS);
  const engaged = Array.from({ length: reports }, (_, index) => ({
    ...{ type: 'engaged', at: at((index + 1) / reports) },
    ms: Math.min(ENGAGED_MS, engagedMs - index * ENGAGED_MS),
  }));
  const clicked = Array.from({ length: clicks }, (_, index) => ({
    ...{ type: 'click', at: at(0.3 + index * 0.15), action: 'tour', label: 'Watch the tour' },
  }));
  return [
    { type: 'view', at: startsAt, url: address, referrer: source.referrer, width, language },
    ...clicked,
    { type: 'scroll', at: at(0.5), depth },
    ...engaged,
    ...(converts ? [{ type: 'conversion', at: at(0.9), name: 'trial' }] : []),
    { type: 'end', at: endsAt },
  ];
}
