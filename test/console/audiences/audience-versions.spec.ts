import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import { Records, pathOf } from '../../pages/records.js';
import { until } from '../../support/until.js';
import { hiddenIn, unescaped, useConsole } from '../console-visitor.js';

const { api, signedIn } = useConsole({ ROLE: 'all' });

let records: Records;
beforeAll(() => {
  records = new Records(api);
});

const screenOf = (audience: AudienceView) => pathOf(audience).slice('/v0'.length);

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16);

/** Waits until visitors read this version. */
const published = (audience: AudienceView, versionNumber: number) =>
  until(async () => {
    const { publishedVersion } = await records.read<AudienceView>(pathOf(audience));
    return publishedVersion.versionNumber === versionNumber && publishedVersion;
  });

it('a version is published, and is on the timeline', async () => {
  const audience = await records.audience();
  await api.patch(pathOf(audience), { bodyOverride: 'The second text' }).expect(200);
  const kim = await signedIn();
  const path = screenOf(audience);
  const sent = await kim.fill(`${path}/publish`, { publishAt: '' }, 303);
  expect((await kim.get(String(sent.headers.location)).expect(200)).text).toContain('role="status"');
  await published(audience, 2);
  const { text } = await kim.get(`${path}/versions`).expect(200);
  expect(text).toMatch(/Version 2<\/a>[^]*Visitors read it[^]*Version 1<\/a>[^]*Earlier/);
});

it('has one effect if the form is sent twice', async () => {
  const audience = await records.audience();
  const kim = await signedIn();
  const path = `${screenOf(audience)}/publish`;
  const { text } = await kim.get(path).expect(200);
  for (let sent = 0; sent < 2; sent++)
    await kim.post(path, { ...hiddenIn(text, path), publishAt: inDays(1) }).expect(303);
  expect(await records.versions(audience)).toHaveLength(2);
});

it('a version is planned, published at once, and another one cancelled', async () => {
  const audience = await records.audience();
  const kim = await signedIn();
  const path = screenOf(audience);
  const day = inDays(3);
  await kim.fill(`${path}/publish`, { publishAt: day }, 303);
  await kim.fill(`${path}/publish`, { publishAt: inDays(4) }, 303);
  const [, second, third] = await records.versions(audience);
  expect(second).toMatchObject({ status: 'pending', publishAt: `+${Date.parse(`${day}Z`)}` });
  const { text } = await kim.get(`${path}/versions`).expect(200);
  expect(text).toContain('Planned for');
  const cancel = `${path}/versions/${third!.versionId}/cancel`;
  expect((await kim.get(cancel).expect(200)).text).toContain('The version is not published at its time.');
  await kim.fill(cancel, {}, 303);
  await kim.fill(`${path}/versions`, {}, 303, `${path}/versions/${second!.versionId}/publish`);
  await published(audience, 2);
  expect((await records.versions(audience)).map(({ status }) => status)).toEqual([
    'archived',
    'published',
    'cancelled',
  ]);
  const refused = await kim.fill(`${path}/versions/${second!.versionId}/cancel`, {}, 409);
  expect(refused.text).toContain('role="alert"');
});

it.each(['2999-01-01T00:00', 'tomorrow'])('the time %s is refused at its field', async (publishAt) => {
  const audience = await records.audience();
  const kim = await signedIn();
  const { text } = await kim.fill(`${screenOf(audience)}/publish`, { publishAt }, 400);
  expect(text).toContain('id="field-publishAt-problem"');
  expect(text).toContain(`value="${publishAt}"`);
});

it('a version is compared with others, and rolled back to', async () => {
  const audience = await records.audience({ bodyOverride: 'First line\n\nThe first text' });
  await api.patch(pathOf(audience), { bodyOverride: 'First line\n\nThe second text' }).expect(200);
  await records.version(audience);
  const second = await published(audience, 2);
  const [first] = await records.versions(audience);
  const kim = await signedIn();
  const path = screenOf(audience);
  const shown = await kim.get(`${path}/versions/${second.versionId}`).expect(200);
  expect(shown.text).toMatch(/<del[^>]*>The first text<\/del>[^]*<ins[^>]*>The second text<\/ins>/);
  expect(shown.text).not.toContain('First line');
  const back = await kim.get(`${path}/versions/${first!.versionId}?against=${second.versionId}`).expect(200);
  expect(back.text).toMatch(/<del[^>]*>The second text<\/del>[^]*<ins[^>]*>The first text<\/ins>/);
  const rollback = `${path}/versions/${first!.versionId}/rollback`;
  expect((await kim.get(rollback).expect(200)).text).toContain('instead of version 2');
  await kim.fill(rollback, {}, 303);
  const third = await published(audience, 3);
  expect(third.rolledBackFrom).toBe(first!.versionId);
  const [, url] = /<iframe src="([^"]+)"/.exec((await kim.get(path).expect(200)).text)!;
  expect(await (await fetch(unescaped(url!))).text()).toContain('The first text');
  const same = await kim.get(`${path}/versions/${third.versionId}?against=${first!.versionId}`).expect(200);
  expect(same.text).toContain('Both versions have the same content.');
});

it('a version that is alone, or not composed yet, says so', async () => {
  const audience = await records.audience();
  const kim = await signedIn();
  const path = `${screenOf(audience)}/versions`;
  const alone = await kim.get(`${path}/${audience.publishedVersion.versionId}`).expect(200);
  expect(alone.text).toContain('This is the only version so far.');
  const planned = await records.version(audience, { publishAt: `${inDays(1)}:00Z` });
  const { text } = await kim.get(`${path}/${planned.versionId}`).expect(200);
  expect(text).toContain('The version has no content yet');
  expect(text).toContain('<iframe');
});
