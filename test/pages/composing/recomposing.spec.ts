import { jest } from '@jest/globals';
import { Composer, PermanentComposerError } from '../../../src/modules/pages/composing/composer.js';
import type { Content, VersionContentView } from '../../../src/modules/pages/dto/content.dto.js';
import { RecomposeHandler } from '../../../src/modules/pages/index.js';
import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { recordedEvents } from '../../support/recorded-events.js';
import { useTestService } from '../../support/test-service.js';
import { addEntry, topicOf } from '../../topics/searching.js';
import { action, pathOf, Records } from '../records.js';

// Without a worker: nobody else composes anything here.
const { service, strangerApi: api } = useTestService();
const records = new Records(api);

afterEach(() => void jest.restoreAllMocks());

const recompose = () =>
  service.app.get(RecomposeHandler, { strict: false }).handle({}, { signal: new AbortController().signal });

const composer = () => service.app.get(Composer, { strict: false });

const WORDS = { hero: { title: 'Written', text: 'anew' }, body: 'By a model', questions: [] };

async function contentOf({ latestVersion, ...audience }: AudienceView): Promise<Content> {
  const path = `${pathOf(audience)}/versions/${latestVersion.versionId}/content`;
  return (await records.read<VersionContentView>(path)).content;
}

/** What the first rules made of it: its notes are shown. `isByModel`: it is no first version of an audience. */
async function outdated(audience: AudienceView, { isByModel = false } = {}): Promise<Content> {
  const content = await contentOf(audience);
  const [hero, ...rest] = content.sections;
  const notes = { type: 'body', text: 'What it is about\n\nAcme is about to renew.' };
  const old = { ...content, sections: [{ ...hero, text: 'Acme, purchasing' }, notes, ...rest] };
  await service.pool.query(
    `update audience_version set content = $2, content_rules = 1, is_new_page_agent = $3 where id = $1`,
    [uuidOf('version', audience.latestVersion.versionId), old, isByModel],
  );
  return content;
}

describe('content that was composed by earlier rules', () => {
  it('is composed anew, with the texts alone in other words', async () => {
    const { pageId } = await records.page({
      ...{ actions: [action('demo')], metadata: { description: 'All about it' } },
    });
    const audience = await records.audience({}, pageId);
    const content = await outdated(audience);
    // What was edited since is not published by this.
    const edit = { actions: [action('other')], metadata: { description: 'Not yet' } };
    await api.patch(`/v0/pages/${pageId}`, edit).expect(200);
    await recompose();
    expect(await contentOf(audience)).toEqual(content);
    expect(JSON.stringify(content)).toContain('All about it');
    const { versionId } = audience.latestVersion;
    expect((await recordedEvents(service, { versionId })).map(({ type }) => type)).toContain(
      'page.version.recomposed',
    );
  });

  it('keeps its blocks, and answers from its own topics', async () => {
    const topicId = await topicOf(service.stranger, 'Pricing');
    await addEntry(service.stranger, topicId, 'Every plan is free.');
    const page = { topicIds: [topicId], blocks: [{ type: 'text', text: 'Why now' }] };
    const { pageId } = await records.page(page);
    const audience = await records.audience({}, pageId);
    const content = await outdated(audience);
    expect(content.sections.map(({ type }) => type)).toEqual(['hero', 'blocks', 'questions']);
    await api.patch(`/v0/pages/${pageId}`, { topicIds: [], blocks: [] }).expect(200);
    await recompose();
    expect(await contentOf(audience)).toEqual(content);
    await api.delete(`/v0/topics/${topicId}`).expect(200);
  });

  it('is asked of the model, where a model may have written it', async () => {
    const audience = await records.audience();
    await outdated(audience, { isByModel: true });
    jest.spyOn(composer(), 'write').mockResolvedValue(WORDS);
    await recompose();
    expect((await contentOf(audience)).sections).toMatchObject([
      { type: 'hero', title: 'Written', text: 'anew' },
      { type: 'body', text: 'By a model' },
    ]);
  });

  it('comes from the template, where the model refuses to write it', async () => {
    const audience = await records.audience();
    const content = await outdated(audience, { isByModel: true });
    jest.spyOn(composer(), 'write').mockRejectedValue(new PermanentComposerError('composer_refused'));
    await recompose();
    expect(await contentOf(audience)).toEqual(content);
  });

  it('is composed in one run, however much it is', async () => {
    const { latestVersion } = await records.audience();
    const versionId = uuidOf('version', latestVersion.versionId);
    await service.pool.query(
      `with copies as (
         insert into audience select (jsonb_populate_record(a, jsonb_build_object('id', new_uuid()))).*
         from audience a join audience_version v on v.audience_id = a.id, generate_series(1, 101)
         where v.id = $1 returning id
       )
       insert into audience_version select (jsonb_populate_record(
         v, jsonb_build_object('id', new_uuid(), 'audience_id', copies.id, 'content_rules', 1)
       )).* from copies, audience_version v where v.id = $1`,
      [versionId],
    );
    await recompose();
    const { rows } = await service.pool.query(
      `select from audience_version where status = 'published' and content_rules < 2`,
    );
    expect(rows).toHaveLength(0);
  });

  it('is composed once', async () => {
    await outdated(await records.audience(), { isByModel: true });
    const write = jest.spyOn(composer(), 'write').mockResolvedValue(WORDS);
    await recompose();
    await recompose();
    expect(write).toHaveBeenCalledTimes(1);
  });
});
