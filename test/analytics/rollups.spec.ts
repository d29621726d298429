import fc from 'fast-check';
import { exampleId, exampleUuid } from '../../src/shared/kernel/example-ids.js';
import { newUuid } from '../../src/shared/kernel/ids.js';
import { useTestService } from '../support/test-service.js';
import { asked, CountedSessions, type ToldVisit } from './counted-sessions.js';
import { RawFigures } from './raw-figures.js';
import { asks, figures, FIRST, QUARTER } from './told-visits.js';

const { service, api } = useTestService();
const sessions = new CountedSessions(service);
const raw = new RawFigures(service);

const visit = fc.nat(7);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ visit, figures, isOver: fc.constant(true) }) },
  { weight: 2, arbitrary: fc.record({ visit, figures, isOver: fc.constant(false) }) },
  { weight: 2, arbitrary: fc.constant('fold' as const) },
);

const question = fc.record({
  scope: fc.constantFrom('', `/pages/${exampleId('page')}`, audiencePath()),
  asks,
});

function audiencePath(): string {
  return `/pages/${exampleId('page')}/audiences/${exampleId('audience')}`;
}

it('equal the sums over all sessions, whatever is computed anew and whenever they are added up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.array(question, { minLength: 3, maxLength: 3 }),
      async (steps, questions) => {
        const visits: ToldVisit[] = Array.from({ length: 8 }, (_, at) => ({
          id: newUuid(),
          pageLinkId: at % 2 ? exampleUuid('link') : newUuid(),
        }));
        for (const each of steps) {
          if (each === 'fold') await sessions.fold();
          else {
            const { start, questions: labels, ...told } = each.figures;
            const seen = { ...told, ...asked(...labels) };
            const at = visits[each.visit]!;
            if (each.isOver) await sessions.complete(FIRST + start, seen, at);
            else await sessions.reopen(FIRST + start, seen, at);
          }
        }
        for (const { scope, asks: each } of questions) await raw.compare({ ...each, scope });
      },
    ),
    { numRuns: 15 },
  );
});

it('count at most a day of engaged time for a visit, whatever was recorded of it', async () => {
  const start = Date.UTC(2025, 5, 2);
  await sessions.complete(start, { timeSpentSeconds: 86_399.5 });
  await sessions.complete(start, { timeSpentSeconds: 86_400.5 });
  const { body } = await api.get(`/v0/analytics?from=%2B${start}&to=%2B${start + 96 * QUARTER}`).expect(200);
  expect(body.totals).toMatchObject({ visits: 2, engagedSeconds: 86_399.5 + 86_400 });
});
