import { readFile } from 'node:fs/promises';
import { figuresOf } from '../../src/modules/sessions/entities/session-figures.js';
import { computationLifecycle } from '../../src/modules/sessions/entities/session.lifecycle.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { INTERACTION, START, visit } from './visits.js';

const at = (millis: number) => new Date(START + millis);

describe('the figures of a visit', () => {
  it.each([
    ['a glance', { sessionEndedAt: at(9_999) }, true],
    ['ten seconds', { sessionEndedAt: at(10_000) }, false],
    ['a glance with a click', { sessionEndedAt: at(1), totalClicksCount: 1 }, false],
    ['a glance with an interaction', { sessionEndedAt: at(1), interactions: [INTERACTION] }, false],
    ['a glance with a form', { sessionEndedAt: at(1), formSubmissionId: 'f' }, false],
    ['no known end', {}, false],
  ])('know whether it was a bounce: %s', (_, more, isBounce) => {
    const idle = { sessionStartedAt: at(0), interactions: [], totalClicksCount: 0 };
    expect(figuresOf({ ...idle, ...more }).isBounce).toBe(isBounce);
  });
});

describe('the computation', () => {
  const { api } = useTestService({ ROLE: 'all' });

  const computed = async (given: object) => {
    const { body } = await api.post('/v0/audience_sessions', given).expect(201);
    const path = `/v0/pages/${exampleId('page')}/audience_sessions/${body.analyticsSessionId}`;
    return until(async () => {
      const { body: session } = await api.get(path).expect(200);
      return session.computationStatus === 'pending' ? undefined : session;
    });
  };

  it('follows by itself', async () => {
    const interactions = [INTERACTION, { ...INTERACTION, responseText: '' }];
    expect(await computed(visit({ interactions, totalClicksCount: 2 }))).toMatchObject({
      computationStatus: 'completed',
      timeSpentSeconds: 60,
      questionsAskedCount: 1,
      totalClicksCount: 2,
      isBounce: false,
    });
  });

  it('fails where the times contradict each other', async () => {
    const interactions = [{ ...INTERACTION, timestamp: START - 2 * 3_600_000 }];
    expect(await computed(visit({ interactions }))).toMatchObject({
      computationStatus: 'failed',
      timeSpentSeconds: null,
      questionsAskedCount: 0,
    });
  });
});

it('the guide shows the lifecycle as it is', async () => {
  expect(await readFile('docs/sessions.md', 'utf8')).toContain(computationLifecycle.diagram());
});
