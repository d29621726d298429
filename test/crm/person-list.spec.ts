import type { PersonView } from '../../src/modules/crm/dto/persons.dto.js';
import type { ListPage } from '../../src/shared/answers/list-page.js';
import { useTestService } from '../support/test-service.js';
import { walk } from '../support/api/walk.js';
import { titled } from '../support/titled.js';

const NAMES = ['Anna 100% Sure', 'Bert_Under', 'Cleo\\Back', 'DORA Größe', 'Emil', 'Fay', 'Gus'];

const { service, api, strangerApi } = useTestService();

beforeAll(async () => {
  for (const [index, name] of NAMES.entries()) {
    const person = { name, email: `p${index}@Mail${index}.example`, phoneNumber: `+4930${1000 + index}` };
    await strangerApi.post('/v0/persons', person).expect(201);
  }
});

async function page(path: string): Promise<ListPage<PersonView>> {
  return (await strangerApi.get(path).expect(200)).body as ListPage<PersonView>;
}

const namesOf = ({ items }: ListPage<PersonView>) => items.map(({ name }) => name);

describe('GET /v0/persons', () => {
  it('answers all, newest first', async () => {
    const all = await page('/v0/persons');
    expect(namesOf(all)).toEqual([...NAMES].reverse());
    expect(all).toMatchObject({ hasMore: false, nextCursor: null, totalCount: NAMES.length });
  });

  it.each([1, 3, 6, 7])('is walked without gap or repeat in pages of %i', async (limit) => {
    const pages = await walk<PersonView>(strangerApi, `/v0/persons?limit=${limit}`);
    expect(pages.flatMap(namesOf)).toEqual([...NAMES].reverse());
    expect(new Set(pages.map(({ totalCount }) => totalCount))).toEqual(new Set([NAMES.length]));
  });

  it('counts up to 10,000, and no further', async () => {
    const { id } = service.home;
    const fill = (from: number, to: number) =>
      service.pool.query(
        `insert into person (id, tenant_id, name, slug, search_text, created_at, updated_at)
         select gen_random_uuid(), $1, 'P', 's' || n, 'p', now(), now() from generate_series($2::int, $3::int) n`,
        [id, from, to],
      );
    const total = async () => (await api.get('/v0/persons?limit=1').expect(200)).body.totalCount;
    await fill(3, 10_000); // beside the two persons of the sample
    expect(await total()).toBe(10_000);
    await fill(10_001, 10_001);
    expect(await total()).toBeNull();
    expect((await page('/v0/persons?limit=1')).totalCount).toBe(NAMES.length);
  });
});

describe('GET /v0/persons/search', () => {
  it.each([
    ['anna', ['Anna 100% Sure']],
    ['NNA 1', ['Anna 100% Sure']],
    ['100%', ['Anna 100% Sure']],
    ['%', ['Anna 100% Sure']],
    ['_', ['Bert_Under']],
    ['\\', ['Cleo\\Back']],
    ['dora größe', ['DORA Größe']],
    ['GRÖSSE', []],
    ['P4@MAIL', ['Emil']],
    ['mail5.exam', ['Fay']],
    ['+49301006', ['Gus']],
    ['nobody', []],
  ])('for %s finds %j', async (query, names) => {
    expect(namesOf(await page(`/v0/persons/search?query=${encodeURIComponent(query)}`))).toEqual(names);
  });

  it('is paged like any list, and its cursors are for its query alone', async () => {
    const first = await page('/v0/persons/search?query=example&limit=3');
    expect(first).toMatchObject({ hasMore: true, totalCount: NAMES.length });
    const second = await page(`/v0/persons/search?query=example&limit=100&cursor=${first.nextCursor}`);
    expect([...namesOf(first), ...namesOf(second)]).toEqual([...NAMES].reverse());
    const { api } = service.stranger;
    await api.get(`/v0/persons/search?query=mail&cursor=${first.nextCursor}`).expect(400);
    await api.get(`/v0/persons?cursor=${first.nextCursor}`).expect(400);
  });

  it.each(
    titled([
      ['', 'required'],
      ['?query=', 'too_short'],
      [`?query=${'x'.repeat(321)}`, 'too_long'],
      ['?query=a&query=b', 'wrong_type'],
    ] as const),
  )('refuses %s', async (_, [query, code]) => {
    const { body } = await strangerApi.get(`/v0/persons/search${query}`).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter: 'query', code })]);
  });

  it('takes a query of 320 characters', async () => {
    expect((await page(`/v0/persons/search?query=${'x'.repeat(320)}`)).items).toEqual([]);
  });
});
