import { pathOf } from '../pages/records.js';
import { SiteVisitor } from '../site/site-visitor.js';
import { recordedTypes } from '../support/recorded-events.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { Mentioner } from './mentioner.js';

const used = useTestService({ ROLE: 'api' });
const mentioner = new Mentioner(used);
const visitor = new SiteVisitor(used);

const shownAt = async (path: string) => (await visitor.open(`/home${path}`).expect(200)).text;

it('a published page of somebody else loses the mention where it stands, and shows no later edit', async () => {
  const { email, personId } = await mentioner.newPerson();
  const metadataOverride = { title: 'Our offer', description: `Ask ${email}` };
  const overrides = { bodyOverride: 'Good morning', metadataOverride };
  const audience = await visitor.shown('/offer', {}, overrides);
  expect(await shownAt('/offer')).toContain(email);
  const { versionId, versionNumber } = audience.publishedVersion;
  const edit = { bodyOverride: `A draft, see ${email}`, metadataOverride: { title: 'Not published' } };
  await used.api.patch(pathOf(audience), edit).expect(200);
  const before = await shownAt('/offer');
  expect(before).toContain('Good morning');

  await mentioner.erase(personId);
  await until(async () => !(await shownAt('/offer')).includes(email));
  expect(await shownAt('/offer')).toBe(before.replaceAll(`Ask ${email}`, '(erased)'));
  const { body } = await used.api.get(pathOf(audience)).expect(200);
  expect(body.publishedVersion).toMatchObject({ versionId, versionNumber });
  expect(JSON.stringify(body)).not.toContain(email);
  expect(body.metadataOverride).toMatchObject({ title: 'Not published' });
  const { audienceId } = audience;
  expect(await recordedTypes(used.service, { audienceId })).toEqual(
    expect.arrayContaining(['audience.updated', 'page.version.recomposed']),
  );
});
