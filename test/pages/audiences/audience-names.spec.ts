import { exampleId, exampleUuid } from '../../../src/shared/kernel/example-ids.js';
import { useTestService } from '../../support/test-service.js';
import { unknownId } from '../../support/api/wire-values.js';
import { pathOf, Records } from '../records.js';

const PERSON = exampleId('person');

const { service, api, strangerApi } = useTestService();
const records = new Records(api);
const changePerson = (change: string) =>
  service.pool.query(`update person set ${change} where id = $1`, [exampleUuid('person')]);

describe('an audience', () => {
  it("is called by its page's name and its number in it, which no other gets", async () => {
    const { pageId } = await records.page({ name: 'Spring' });
    const first = await records.audience({}, pageId);
    await api.delete(pathOf(first)).expect(200);
    const second = await records.audience({ customName: 'Acme' }, pageId);
    expect(first).toMatchObject({ computedName: 'Spring #1', customName: null, effectiveName: 'Spring #1' });
    expect(second).toMatchObject({ computedName: 'Spring #2', customName: 'Acme', effectiveName: 'Acme' });
    await api.patch(`/v0/pages/${pageId}`, { name: 'Summer' }).expect(200);
    expect(await records.read(pathOf(second))).toMatchObject({
      computedName: 'Summer #2',
      effectiveName: 'Acme',
    });
  });

  it('is called by the name of its person, and known by their slug', async () => {
    const audience = await records.audience({ personId: PERSON });
    const named = { computedName: 'Jane Doe', effectiveName: 'Jane Doe', personRouteKey: 'jane-doe' };
    expect(audience).toMatchObject({ ...named, personId: PERSON, customName: null });
    expect(await records.read(pathOf(audience))).toEqual(audience);
    const { body } = await api.patch(pathOf(audience), { customName: 'JD' }).expect(200);
    expect(body).toMatchObject({ ...named, effectiveName: 'JD' });
    const { body: list } = await api.get(`/v0/pages/${audience.pageId}/audiences`).expect(200);
    expect(list.items).toEqual([body]);
  });

  it('follows its person, even once they are deleted', async () => {
    const audience = await records.audience({ personId: PERSON });
    await changePerson(`name = 'Jane Roe', deleted_at = now()`);
    expect(await records.read(pathOf(audience))).toMatchObject({
      computedName: 'Jane Roe',
      personId: PERSON,
    });
    const { body } = await api.post(`${pathOf(audience)}/restore`, {}).expect(200);
    expect(body.computedName).toBe('Jane Roe');
    await refused(PERSON);
    await changePerson(`name = 'Jane Doe', deleted_at = null`);
  });

  it.each([unknownId('person'), 'person_x', '', exampleId('page')])(
    'is not made for the person %j, who is not there',
    async (personId) => refused(personId),
  );

  it('is not made for a person of somebody else', async () => {
    const { pageId } = await new Records(strangerApi).page();
    const answer = await strangerApi.post(`/v0/pages/${pageId}/audiences`, { personId: PERSON });
    expect([answer.status, answer.body.code]).toEqual([422, 'person_not_found']);
  });
});

async function refused(personId: string): Promise<void> {
  const { pageId } = await records.page();
  const { body } = await api.post(`/v0/pages/${pageId}/audiences`, { personId }).expect(422);
  expect(body).toMatchObject({ code: 'person_not_found', errors: [{ pointer: '/personId' }] });
  expect(await records.read(`/v0/pages/${pageId}`)).toMatchObject({ audiencesCount: 0, status: 'draft' });
}
