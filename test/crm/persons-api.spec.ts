import { PersonsApi } from '../../src/modules/crm/index.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { exampleUuid } from '../../src/shared/kernel/example-ids.js';
import { newUuid } from '../../src/shared/kernel/ids.js';
import { statementsOf } from '../support/database/statements.js';
import { useTestService } from '../support/test-service.js';

const { service } = useTestService();
const JANE = exampleUuid('person');
const LINKEDIN = 'https://www.linkedin.com/in/jane-doe';
const byIds = (tenantId: string, ids: string[]) =>
  inContext({ tenantId }, () => service.app.get(PersonsApi, { strict: false }).byIds(ids));

describe('the persons that other modules ask for', () => {
  it('are those that there are, in one statement', async () => {
    const during = statementsOf(service);
    const statements = await during(async () => {
      const account = { id: exampleUuid('account'), name: 'Example', domain: 'example.com' };
      const jane = { id: JANE, name: 'Jane Doe', slug: 'jane-doe', linkedinProfileUrl: LINKEDIN };
      const found = await byIds(service.home.id, [JANE, newUuid()]);
      expect([...found]).toEqual([[JANE, { ...jane, isDeleted: false, account }]]);
    });
    expect(statements).toHaveLength(1);
  });

  it('cost nothing where none are asked for', async () => {
    const during = statementsOf(service);
    expect(await during(async () => expect((await byIds(service.home.id, [])).size).toBe(0))).toEqual([]);
  });

  it('are of the same tenant', async () => {
    expect((await byIds(service.stranger.id, [JANE])).size).toBe(0);
  });

  it('include deleted ones, and say so', async () => {
    await service.pool.query('update person set deleted_at = now() where id = $1', [JANE]);
    expect((await byIds(service.home.id, [JANE])).get(JANE)).toMatchObject({ isDeleted: true });
  });
});
