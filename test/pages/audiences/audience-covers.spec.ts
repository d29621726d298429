import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import { CONTENT, made } from '../../assets/support.js';
import { useTestService } from '../../support/test-service.js';
import { ComposedVersions } from '../composed-versions.js';
import { coverOf, pictureOf } from '../page-pictures.js';
import { pathOf, Records } from '../records.js';

const { service, api } = useTestService();
const records = new Records(api);
const versions = new ComposedVersions(service, records);

type Asset = Awaited<ReturnType<typeof made>>;

let asset: Asset;
let other: Asset;
beforeAll(async () => {
  asset = await made(service, { content: CONTENT.png });
  other = await made(service, { content: CONTENT.jpeg, fields: { type: 'logo' } });
});

describe('the cover of an audience', () => {
  let audience: AudienceView;
  beforeEach(async () => {
    const { pageId } = await records.page({ coverImage: coverOf(asset) });
    audience = await records.audience({}, pageId);
  });

  const change = (body: object) => api.patch(pathOf(audience), body).expect(200);
  const read = () => records.read<AudienceView>(pathOf(audience));

  it("replaces the page's until it is cleared", async () => {
    expect((await versions.contentOf(audience)).coverImage).toEqual(coverOf(asset));
    const { body } = await change({ coverImageOverride: pictureOf(other) });
    expect(body.coverImageOverride).toEqual(pictureOf(other));
    expect(await read()).toEqual(body);
    expect((await versions.newContentOf(audience)).coverImage).toEqual(pictureOf(other));
    expect((await change({ coverImageOverride: null })).body.coverImageOverride).toBeNull();
    expect((await versions.newContentOf(audience)).coverImage).toEqual(coverOf(asset));
  });

  it('is in the messages of its changes, and restoring one returns it', async () => {
    await change({ coverImageOverride: coverOf(other) });
    await change({ customName: 'Acme' });
    const changes = { coverImageOverride: null };
    await api.post(`${pathOf(audience)}/messages`, { text: 'x', changes }).expect(201);
    const messages = await records.messages(audience);
    expect(messages.map(({ overrides }) => overrides!.coverImageOverride)).toEqual([
      coverOf(other),
      coverOf(other),
      null,
    ]);
    await api.post(`${pathOf(audience)}/messages/${messages[0]!.messageId}/restore`, {}).expect(200);
    expect((await read()).coverImageOverride).toEqual(coverOf(other));
  });

  it('counts against the limit of the overrides', async () => {
    const nearly = await records.audience({ supplementaryContext: 'x'.repeat(261_500) });
    const override = { coverImageOverride: pictureOf(asset, 'x'.repeat(1000)) };
    const { body } = await api.patch(pathOf(nearly), override).expect(409);
    expect(body.code).toBe('overrides_too_large');
  });

  it('is forgotten with the person', async () => {
    const { body: person } = await api.post('/v0/persons', { name: 'Grace Hopper' }).expect(201);
    const cover = { coverImageOverride: pictureOf(other, 'Grace Hopper at her desk') };
    const own = await records.audience({ personId: person.personId, ...cover }, audience.pageId);
    expect((await versions.contentOf(own)).coverImage).toEqual(cover.coverImageOverride);
    await api.delete(`/v0/persons/${person.personId}?erase=true`).expect(200);
    expect(await records.read(pathOf(own))).toMatchObject({ coverImageOverride: null });
    expect((await versions.contentOf(own)).coverImage).toEqual(coverOf(asset));
  });

  it('loses the mention of an erased person, and stays a picture', async () => {
    const email = 'betty.snyder@example.com';
    const { body: person } = await api.post('/v0/persons', { name: 'Betty Snyder', email }).expect(201);
    await change({ coverImageOverride: pictureOf(other, `Write to ${email}`) });
    await api.delete(`/v0/persons/${person.personId}?erase=true`).expect(200);
    expect((await read()).coverImageOverride).toEqual(pictureOf(other, '(erased)'));
    const [message] = await records.messages(audience);
    expect(JSON.stringify(message)).not.toContain(email);
  });
});
