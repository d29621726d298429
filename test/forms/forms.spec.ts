import type { FormView } from '../../src/modules/forms/dto/forms.dto.js';
import { recordedTypes } from '../support/recorded-events.js';
import { useTestService } from '../support/test-service.js';

const { service, api, strangerApi } = useTestService();

const EMAIL = { name: 'email', type: 'email', label: 'Your email' };

async function create(body: object = {}): Promise<FormView> {
  return (await api.post('/v0/forms', { name: 'Talk', fields: [EMAIL], ...body }).expect(201))
    .body as FormView;
}

const pathOf = ({ formId }: FormView) => `/v0/forms/${formId}`;

describe('forms', () => {
  it('are made, read and listed newest first', async () => {
    const first = await create({ thankYouText: 'Thanks', thankYouUrl: 'https://acme.example/thanks' });
    const second = await create({ name: 'Two' });
    expect(first).toMatchObject({
      ...{
        name: 'Talk',
        thankYouText: 'Thanks',
        thankYouUrl: 'https://acme.example/thanks',
        deletedAt: null,
      },
      fields: [{ ...EMAIL, required: false, options: [] }],
    });
    expect(second).toMatchObject({ thankYouText: null, thankYouUrl: null });
    expect((await api.get(pathOf(first)).expect(200)).body).toEqual(first);
    expect((await api.get('/v0/forms').expect(200)).body.items.slice(0, 2)).toEqual([second, first]);
  });

  it('are found by name, page by page', async () => {
    const made = [await create({ name: 'Ask ÜBER it' }), await create({ name: 'Über that' })];
    const first = (await api.get(`/v0/forms?query=${encodeURIComponent('über')}&limit=1`).expect(200)).body;
    expect(first).toMatchObject({ items: [made[1]], totalCount: 2, hasMore: true });
    const next = `/v0/forms?query=${encodeURIComponent('über')}&cursor=${first.nextCursor}`;
    expect((await api.get(next).expect(200)).body).toMatchObject({ items: [made[0]], hasMore: false });
    await api.get(`/v0/forms?cursor=${first.nextCursor}`).expect(400);
    await api.delete(pathOf(made[0]!)).expect(200);
    expect((await api.get('/v0/forms?query=ask').expect(200)).body.items).toEqual([]);
    expect((await strangerApi.get('/v0/forms?query=that').expect(200)).body.items).toEqual([]);
  });

  it('ask for fields of every type', async () => {
    const fields = [
      { ...EMAIL, required: true },
      { name: 'phone', type: 'phone', label: 'Phone' },
      { name: 'profile', type: 'linkedin', label: 'LinkedIn' },
      { name: 'message', type: 'text', label: 'Message', minLength: 2, maxLength: 500 },
      { name: 'size', type: 'choice', label: 'Team', options: ['Small', 'Large'] },
      { name: 'terms', type: 'consent', label: 'I agree', required: true },
    ];
    const made = await create({ fields });
    expect(made.fields).toEqual(fields.map((field) => ({ required: false, options: [], ...field })));
  });

  it('are changed as far as is given, and null clears', async () => {
    const made = await create({ thankYouText: 'Thanks' });
    const { body } = await api.patch(pathOf(made), { name: 'New' }).expect(200);
    expect(body).toMatchObject({ name: 'New', thankYouText: 'Thanks', fields: made.fields });
    const changed = await api.patch(pathOf(made), { thankYouText: null }).expect(200);
    expect(changed.body.thankYouText).toBeNull();
  });

  it('can be read when they are deleted, and be restored', async () => {
    const made = await create();
    const { body: deleted } = await api.delete(pathOf(made)).expect(200);
    expect(deleted.deletedAt).not.toBeNull();
    expect((await api.delete(pathOf(made)).expect(200)).body).toEqual(deleted);
    expect((await api.get(pathOf(made)).expect(200)).body).toEqual(deleted);
    const { body: list } = await api.get('/v0/forms').expect(200);
    expect(list.items.map(({ formId }: FormView) => formId)).not.toContain(made.formId);
    expect((await api.patch(pathOf(made), { name: 'x' }).expect(409)).body.code).toBe('form_deleted');
    for (let time = 0; time < 2; time++) {
      const { body } = await api.post(`${pathOf(made)}/restore`).expect(200);
      expect(body.deletedAt).toBeNull();
    }
    const types = ['form.created', 'form.deleted', 'form.restored'];
    expect(await recordedTypes(service, { formId: made.formId })).toEqual(types);
  });

  it.each([
    [{ fields: [] }, '/fields', 'too_few'],
    [
      { fields: Array.from({ length: 31 }, (_, at) => ({ ...EMAIL, name: `f${at}` })) },
      '/fields',
      'too_many',
    ],
    [{ fields: [EMAIL, { ...EMAIL, type: 'text' }] }, '/fields/1/name', 'duplicate_name'],
    [{ fields: [{ ...EMAIL, type: 'choice' }] }, '/fields/0/options', 'required'],
    [
      { fields: [{ ...EMAIL, type: 'text', minLength: 6, maxLength: 5 }] },
      '/fields/0/minLength',
      'out_of_range',
    ],
    [{ fields: [{ ...EMAIL, name: 'E-Mail' }] }, '/fields/0/name', 'wrong_pattern'],
    [{ fields: [{ ...EMAIL, label: ' \u00a0' }] }, '/fields/0/label', 'required'],
    [{ fields: [{ ...EMAIL, type: 'choice', options: ['One', ' '] }] }, '/fields/0/options', 'empty_option'],
    [
      { fields: [{ ...EMAIL, type: 'choice', options: ['One', 'one', ' One'] }] },
      '/fields/0/options',
      'duplicate_option',
    ],
    [{ thankYouUrl: 'javascript:alert(1)' }, '/thankYouUrl', 'wrong_uri'],
  ])('are refused with each fault at its place: %j', async (body, pointer, code) => {
    const refused = await api.post('/v0/forms', { name: 'Talk', fields: [EMAIL], ...body }).expect(400);
    expect(refused.body.errors).toMatchObject([{ pointer, code }]);
  });

  it("are their tenant's own", async () => {
    const made = await create();
    await strangerApi.get(pathOf(made)).expect(404);
    await strangerApi.patch(pathOf(made), { name: 'Theirs' }).expect(404);
  });
});
