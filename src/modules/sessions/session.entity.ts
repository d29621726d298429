import { defineEntity, p } from '@mikro-orm/core';
import { bigNumber, moment, recordColumns } from '../../shared/database/columns.js';
import { clock } from '../../shared/kernel/clock.js';
import { figuresOf, haveTimesInOrder } from './session-figures.js';
import { computationLifecycle, type ComputationStatus } from './session.lifecycle.js';
import type { Interaction } from './interaction.dto.js';

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'audience_session',
  properties: {
    ...recordColumns,
    analyticsSessionId: p.text(),
    pageId: p.uuid().nullable(),
    pageTitle: p.text().nullable(),
    pageUrl: p.text().nullable(),
    audienceId: p.uuid().nullable(),
    computationStatus: p.text().$type<ComputationStatus>(),
    formSubmissionId: p.text().nullable(),
    formSubmissionEmail: p.text().nullable(),
    formSubmissionPhone: p.text().nullable(),
    formSubmissionLinkedin: p.text().nullable(),
    hasConversion: p.boolean(),
    isBounce: p.boolean(),
    maxScrollDepthPercentage: p.double().nullable(),
    questionsAskedCount: bigNumber(),
    totalClicksCount: bigNumber(),
    timeSpentSeconds: p.double().nullable(),
    sessionStartedAt: moment(),
    sessionEndedAt: moment().nullable(),
    utmCampaign: p.text().nullable(),
    utmContent: p.text().nullable(),
    utmMedium: p.text().nullable(),
    utmSource: p.text().nullable(),
    utmTerm: p.text().nullable(),
    interactions: p.json<Interaction[]>(),
  },
});

/** A visit that is over, as somebody recorded it, with the figures that follow from it. */
export class Session extends SessionSchema.class {
  compute(): void {
    const sound = haveTimesInOrder(this);
    if (sound) Object.assign(this, figuresOf(this));
    this.computationStatus = computationLifecycle.step('pending', sound ? 'completed' : 'failed');
    this.updatedAt = clock.now();
  }
}

SessionSchema.setClass(Session);
