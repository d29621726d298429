import { Mentions } from '../../src/shared/personal-data/mentions.js';
import { UnitOfWork } from '../../src/shared/database/transactions/unit-of-work.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { useTestService } from '../support/test-service.js';
import { asked, CountedSessions } from './counted-sessions.js';

const { service, api } = useTestService();
const sessions = new CountedSessions(service);

const DAY = 86_400_000;
const START = Date.UTC(2022, 0, 1);
const ADDRESS = 'jane@works.example';

/** Erases the mentions of a person with this address in records of others. */
async function eraseMentions(): Promise<{ isContinued: boolean }> {
  const { rows } = await service.pool.query<{ hashes: string[] }>(
    `select person_hashes_of($1, identifiers_of('email', $2))::text[] as hashes`,
    [service.home.id, ADDRESS],
  );
  return inContext({ tenantId: service.home.id }, () =>
    service.app.get(UnitOfWork).run(() => service.app.get(Mentions).erase(rows[0]!.hashes)),
  );
}

async function valuesLike(pattern: string): Promise<string[]> {
  const { rows } = await service.pool.query<{ value: string }>(
    'select value from analytics_value where value like $1',
    [pattern],
  );
  return rows.map(({ value }) => value);
}

async function breakdown(dimension: string, at: number) {
  const query = `from=%2B${at}&to=%2B${at + DAY}&breakdown=${dimension}`;
  const { body } = await api.get(`/v0/pages/${exampleId('page')}/analytics?${query}`).expect(200);
  return body.breakdown as object[];
}

describe('figures of a text that mentions an erased person', () => {
  it('lose the text at once, also if the text is not in the index of mentioned persons yet', async () => {
    await sessions.complete(START, { ...asked(`Who is ${ADDRESS}?`, 'Why?'), utmCampaign: `for ${ADDRESS}` });
    await sessions.fold();
    expect(await valuesLike(`%${ADDRESS}%`)).toHaveLength(2);
    await service.pool.query('update analytics_value set person_hashes = null');
    await eraseMentions();
    expect(await valuesLike(`%${ADDRESS}%`)).toEqual([]);
    expect(await valuesLike('why?')).toHaveLength(1);
    expect(await breakdown('question', START)).toMatchObject([
      { visits: 1, value: expect.stringMatching(/^\(erased \d+\)$|^why\?$/) },
      { visits: 1, value: expect.stringMatching(/^\(erased \d+\)$|^why\?$/) },
    ]);
    expect(await breakdown('campaign', START)).toMatchObject([{ kind: 'none', visits: 1 }]);
  });

  it('lose the text also if its end, with a part of the address, is cut off', async () => {
    const start = START + DAY;
    const label = `${'x'.repeat(185)} ${ADDRESS}`;
    await sessions.complete(start, asked(label));
    await sessions.fold();
    expect(await valuesLike('%x jane@%')).toEqual([label.slice(0, 200)]);
    await eraseMentions();
    expect(await valuesLike('%x jane@%')).toEqual([]);
    expect(await breakdown('question', start)).toMatchObject([{ visits: 1, questions: 1 }]);
  });
});
