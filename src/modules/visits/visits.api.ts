import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommitGroups } from '../../shared/database/transactions/commit-groups.js';
import { clock } from '../../shared/kernel/clock.js';
import { SessionsApi } from '../sessions/index.js';
import type { Batch } from './collecting/batch-reader.js';
import { botIn } from './collecting/bots.js';
import { PageOrigins } from './collecting/page-origins.js';
import { VisitComputer } from './computing/visit-computer.js';
import { eventsOf, type Question, type SentForm, type VisitEvent } from './collecting/visit-events.js';
import { VisitLimits } from './collecting/visit-limits.js';
import { nextLookAt } from './computing/visit-schedule.js';
import { VisitStore, type VisitPlace } from './collecting/visit-store.js';
import { VisitTokens } from './collecting/visit-tokens.js';

/** A visit that the service knows from a request: where it takes place, and its key, if it has one. */
export interface WitnessedVisit extends VisitPlace {
  key: string | undefined;
}

/** Records visitors' activity for other modules. */
@Injectable()
export class VisitsApi {
  private readonly limits = new VisitLimits();

  constructor(
    private readonly tokens: VisitTokens,
    private readonly origins: PageOrigins,
    private readonly commits: CommitGroups,
    private readonly store: VisitStore,
    private readonly computer: VisitComputer,
    private readonly sessions: SessionsApi,
  ) {}

  /** The token that a page's tracker reports with. Call it with access to the rows of the page's tenant. */
  tokenFor(place: VisitPlace): Promise<string> {
    return this.tokens.sign(place);
  }

  /** Returns once the new events of the batch are stored durably. */
  collect({ token, visit: key, ...batch }: Batch, userAgent: string | undefined): Promise<void> {
    return this.tokens.open(token, async (place) => {
      this.limits.assertWithin(place.pageLinkId);
      const receivedAt = clock.now();
      const recent = eventsOf(batch, receivedAt.getTime());
      if (recent.length === 0) return;
      const events = await this.origins.correct(recent, place.pageLinkId);
      const dueAt = nextLookAt(events, receivedAt);
      const arrival = { place, key, events, isObserved: false, receivedAt, dueAt, bot: botIn(userAgent) };
      await this.commits.add(`${place.pageLinkId} ${key}`, () => this.store.add(arrival));
    });
  }

  /** Part of the unit of work. Adds the form to the visit's session, and returns the id of the session. */
  async submitForm(visit: WitnessedVisit, form: Omit<SentForm, 'id' | 'type'>): Promise<string> {
    const followed = await this.witness(visit, { ...form, type: 'form' });
    this.sessions.formSubmitted(followed, form.formSubmissionId);
    return followed.analyticsSessionId;
  }

  /** Part of the unit of work. Returns the id of the visit's session. */
  async ask(visit: WitnessedVisit, question: Omit<Question, 'id' | 'type'>): Promise<string> {
    return (await this.witness(visit, { ...question, type: 'question' })).analyticsSessionId;
  }

  /** Without a key, as without JavaScript, the event is a visit of its own. Updates the visit's session immediately. */
  private async witness({ key = randomHex(16), ...place }: WitnessedVisit, event: Unnamed) {
    const receivedAt = new Date(event.at);
    const events = [{ ...event, id: randomHex(8) } as VisitEvent];
    await this.store.add({ place, key, events, isObserved: true, receivedAt, bot: null, dueAt: receivedAt });
    return (await this.computer.follow(await this.store.idOf(place, key)))!;
  }
}

type Unnamed = Omit<Question, 'id'> | Omit<SentForm, 'id'>;

function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}
