import type { PageView } from '../../src/modules/pages/dto/pages.dto.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { useTestService } from '../support/test-service.js';
import { pathOf, Records } from './records.js';

const { service, api } = useTestService();
const records = new Records(api);

let page: PageView;
beforeEach(async () => void (page = await records.page({ name: 'Locked' })));

const changedByAnother = (change: string) =>
  HeldTransaction.begin(service, `update page set ${change} where id = $1`, [uuidOf('page', page.pageId)]);

describe('while another process changes a page, a new audience waits,', () => {
  const create = () => api.post(`/v0/pages/${page.pageId}/audiences`, {});

  it('and is numbered after those that are made there', async () => {
    const held = await changedByAnother('audiences_made = 7');
    expect((await held.commitAheadOf(create().expect(201))).body.computedName).toBe('Locked #8');
  });

  it.each([
    ['archived', `status = 'archived', archived_at = now()`, 'page_archived'],
    ['deleted', 'deleted_at = now()', 'page_not_found'],
  ])('and is refused where the page is %s there', async (_name, change, code) => {
    const held = await changedByAnother(change);
    expect((await held.commitAheadOf(create())).body.code).toBe(code);
  });
});

it('while another process edits an audience, the erasure of its person waits, and clears what is written there', async () => {
  const { body: person } = await api.post('/v0/persons', { name: 'Ada' }).expect(201);
  const audience = await records.audience({ personId: person.personId });
  const held = await HeldTransaction.begin(
    service,
    `update audience set custom_name = 'Dear Ada' where id = $1`,
    [uuidOf('audience', audience.audienceId)],
  );
  await held.commitAheadOf(api.delete(`/v0/persons/${person.personId}?erase=true`).expect(200));
  const { customName, personId } = await records.read<typeof audience>(pathOf(audience));
  expect({ customName, personId }).toEqual({ customName: null, personId: null });
});
