import type { PersonView } from '../../src/modules/crm/dto/persons.dto.js';
import { AT_ONCE, atOnce, MANY_CONNECTIONS } from '../support/api/at-once.js';
import { recordedEvents } from '../support/recorded-events.js';
import { useTestService } from '../support/test-service.js';

const { service, api } = useTestService(MANY_CONNECTIONS);
const create = (body: object) => api.post('/v0/persons', body);
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
const oneOf = (first: number, rest: number) => [first, ...Array<number>(AT_ONCE - 1).fill(rest)];

describe('parallel requests', () => {
  it('with one name make persons with slugs of their own', async () => {
    const answers = await atOnce(service, () => create({ name: 'Same Name' }));
    expect(statusesOf(answers)).toEqual(Array(AT_ONCE).fill(201));
    const slugs = answers.map((answer) => (answer.body as PersonView).slug);
    expect(new Set(slugs).size).toBe(AT_ONCE);
    expect(slugs).toContain('same-name');
  });

  it('with one address make one person', async () => {
    const answers = await atOnce(service, (index) =>
      create({ name: `Name ${index % 3}`, email: index % 2 ? 'one@one.example' : 'ONE@one.example' }),
    );
    expect(statusesOf(answers)).toEqual(oneOf(201, 409));
    const { body } = await api.get('/v0/persons/search?query=one@one.example').expect(200);
    expect(body.totalCount).toBe(1);
  });

  it('with one domain make one account', async () => {
    const answers = await atOnce(service, (index) => create({ name: `P ${index}`, domain: 'crowd.example' }));
    expect(statusesOf(answers)).toEqual(Array(AT_ONCE).fill(201));
    const { body } = await api.get('/v0/accounts?query=crowd.example').expect(200);
    expect(body.items).toHaveLength(1);
    expect(body.items[0].linkedPersons).toHaveLength(AT_ONCE);
    const { accountId } = body.items[0];
    expect(await recordedEvents(service, { type: 'account.created', accountId })).toHaveLength(1);
  });

  it('restore persons with one address: one comes back', async () => {
    const ids: string[] = [];
    for (let made = 0; made < AT_ONCE; made++) {
      const { body } = await create({ name: 'Back', email: 'back@back.example' }).expect(201);
      await api.delete(`/v0/persons/${body.personId}`).expect(200);
      ids.push(body.personId as string);
    }
    const answers = await atOnce(service, (index) => api.post(`/v0/persons/${ids[index]}/restore`));
    expect(statusesOf(answers)).toEqual(oneOf(200, 409));
    expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.code))).toEqual(
      new Set(['email_taken']),
    );
  });

  it('take over one address: one gets it', async () => {
    const persons = await atOnce(
      service,
      async (index) => (await create({ name: `Taker ${index}` })).body as PersonView,
    );
    const answers = await atOnce(service, (index) =>
      api.patch(`/v0/persons/${persons[index]!.personId}`, { email: 'taken@taken.example' }),
    );
    expect(statusesOf(answers)).toEqual(oneOf(200, 409));
  });

  it('delete a person once', async () => {
    const { body } = await create({ name: 'Once' });
    const answers = await atOnce(service, () => api.delete(`/v0/persons/${body.personId}`));
    expect(statusesOf(answers)).toEqual(oneOf(200, 404));
  });

  it('of every kind on one person never fail on our side', async () => {
    const { body } = await create({ name: 'Fought over', email: 'fought@over.example' });
    const path = `/v0/persons/${body.personId}`;
    const { api } = service.home;
    const kinds = [
      () => api.patch(path, { domain: 'over.example' }),
      () => api.patch(path, { domain: 'else.example', email: 'x@over.example' }),
      () => create({ name: 'Fought over', email: 'fought@over.example', domain: 'else.example' }),
      () => api.delete(path),
      () => api.post(`${path}/restore`),
      () => api.post('/v0/person_logs', { email: 'fought@over.example', source: 's' }),
    ];
    const answers = await atOnce(service, (index) => kinds[index % kinds.length]!());
    expect(answers.filter(({ status }) => status >= 500).map((answer) => answer.body)).toEqual([]);
  });
});
