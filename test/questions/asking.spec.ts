import { uuidOf } from '../../src/shared/kernel/ids.js';
import { until } from '../support/until.js';
import { useTestService } from '../support/test-service.js';
import { hex } from '../visits/tracked-visitor.js';
import { AskingVisitor, questionsOn } from './asking.js';

const used = useTestService({ TRUST_PROXY: '1' });
const { service, api } = used;
const visitor = new AskingVisitor(used);

describe('a question', () => {
  it('is answered in place, and is part of the visit', async () => {
    const entryId = await visitor.entry('Parcels are **shipped** within two days.', 'markdown');
    const { to } = await visitor.pageAt('/shipping');
    const visit = hex(16);
    const { body } = await visitor.ask(to, ' When do you ship\nmy parcel? ', visit).expect(200);
    const answer = 'Parcels are shipped within two days.';
    expect(body).toEqual({ answer });
    const { interactions } = await visitor.interactionsOf(visit);
    expect(interactions).toEqual([
      expect.objectContaining({
        componentContext: 'question',
        componentId: 'question-box',
        label: 'When do you ship my parcel?',
        options: [],
        groundingChunkIds: [entryId],
        responseText: answer,
      }),
    ]);
  });

  it('is answered on a page of its own without JavaScript, with everything escaped', async () => {
    await visitor.entry('Use <script>alert(1)</script> wisely & well.');
    const { to } = await visitor.pageAt('/plain');
    const { text, headers } = await visitor
      .send(to, { question: 'Can I use <b>scripts</b> wisely?' })
      .expect(200);
    expect(text).toContain('<h1 dir="auto">Can I use &lt;b>scripts&lt;/b> wisely?</h1>');
    expect(text).toContain('Use &lt;script>alert(1)&lt;/script> wisely &amp; well.');
    expect(text).toContain(`<a href="${service.siteUrl}/home/plain">`);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
  });

  it('without an answer says so, and the visit knows', async () => {
    const { to } = await visitor.pageAt('/nothing');
    const visit = hex(16);
    const { body } = await visitor.ask(to, 'Does the frobnicator quux?', visit).expect(200);
    expect(body.answer).toMatch(/no answer/);
    const { interactions } = await visitor.interactionsOf(visit);
    expect(interactions).toMatchObject([{ groundingChunkIds: [], responseText: '' }]);
  });

  it('is refused where it is none, or too long', async () => {
    const { to, audience } = await visitor.pageAt('/refused');
    for (const nothing of ['', ' \u0000\n'])
      expect((await visitor.ask(to, nothing).expect(422)).body.code).toBe('question_refused');
    await visitor.ask(to, 'x'.repeat(501)).expect(422);
    const { text } = await visitor.send(to, {}).expect(422);
    expect(text).toContain('Please type a question.');
    await visitor.ask(to, 'é'.repeat(500)).expect(200);
    await visitor.ask(to, '\u{1f44b}\ud800').expect(200);
    await visitor.ask(to.replace('?', 'x?'), 'Why?').expect(403);
    await visitor.sendInline(to, { question: 'Robot?', _website: 'x' }).expect(200);
    expect(await visitor.questionsOf(audience)).toHaveLength(2);
  });

  it('is one of twenty of a visit', async () => {
    const { to } = await visitor.pageAt('/often');
    const visit = hex(16);
    for (let asked = 0; asked < 20; asked++) await visitor.ask(to, 'Again?', visit).expect(200);
    expect((await visitor.ask(to, 'Again?', visit).expect(429)).body.code).toBe('too_many_questions');
    await visitor.ask(to, 'Again?').expect(200);
  });

  it('is one of fifty at once of an address', async () => {
    const { to } = await visitor.pageAt('/address');
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => visitor.send(to, { question: 'Again?' }, headers)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length).toBe(100 - refused.length);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(50);
    expect(refused[0]!.text).toContain('Please try again in 1 minute.');
  });
});

describe('the question box', () => {
  it('is there once the tenant has a text, and goes with the last one', async () => {
    const { stranger } = service;
    const other = new AskingVisitor({ ...used, api: stranger.api });
    await other.shown('/box');
    const box = async () => questionsOn((await other.open('/stranger/box').expect(200)).text);
    expect(await box()).toBeUndefined();
    const { body: topic } = await stranger.api.post('/v0/topics', { title: 'Facts' }).expect(201);
    const path = `/v0/topics/${topic.topicId}/entries`;
    const content = { type: 'json', content: '{}' };
    const { body: entry } = await stranger.api.post(path, { content }).expect(201);
    await other.shown('/other-box');
    expect(questionsOn((await other.open('/stranger/other-box').expect(200)).text)).toBeUndefined();
    const text = { content: { type: 'text', content: 'A fact.' } };
    await stranger.api.patch(`${path}/${entry.topicEntryId}`, text).expect(200);
    await until(async () => (await box()) !== undefined);
    await stranger.api.delete(`/v0/topics/${topic.topicId}`).expect(200);
    await until(async () => (await box()) === undefined);
  });

  it('can not be used in a preview', async () => {
    const audience = await visitor.shown('/preview');
    const { text } = await visitor.open(await visitor.previewPath(audience)).expect(200);
    expect(text).toContain('data-foyer-question');
    expect(questionsOn(text)).toBeUndefined();
  });
});

describe('GET /v0/pages/{page_id}/questions', () => {
  it('lists each question once, those asked most often first', async () => {
    const { to, audience } = await visitor.pageAt('/listed');
    const asked = [
      'Is it blue?',
      'IS IT  BLUE',
      '“Is it blue”…',
      'What about zyzzyva?',
      'What about zyzzyva',
    ];
    for (const question of asked) await visitor.ask(to, question).expect(200);
    const [blue, zyzzyva, ...others] = await visitor.questionsOf(audience);
    expect(others).toEqual([]);
    expect(blue).toMatchObject({ question: '“Is it blue”…', askedCount: 3, isAnswered: false });
    expect(zyzzyva).toMatchObject({ pageId: audience.pageId, askedCount: 2, isAnswered: false });
    await visitor.entry('A zyzzyva is a weevil.');
    await visitor.ask(to, 'What about zyzzyva!').expect(200);
    expect(await visitor.questionsOf(audience, 'isAnswered=true')).toMatchObject([{ askedCount: 3 }]);
    const unanswered = await visitor.questionsOf(audience, 'isAnswered=false');
    expect(unanswered).toEqual([blue]);
    await api.get(`/v0/pages/${audience.pageId}/questions?isAnswered=maybe`).expect(400);
    await service.stranger.api.get(`/v0/pages/${audience.pageId}/questions`).expect(404);
  });

  it('lists a question as unanswered again once nothing answers it', async () => {
    const { to, audience } = await visitor.pageAt('/answered-once');
    const { body: topic } = await api.post('/v0/topics', { title: 'Okapis' }).expect(201);
    const content = { type: 'text', content: 'An okapi is a giraffe.' };
    await api.post(`/v0/topics/${topic.topicId}/entries`, { content }).expect(201);
    await visitor.ask(to, 'What is an okapi?').expect(200);
    expect(await visitor.questionsOf(audience)).toMatchObject([{ isAnswered: true }]);
    await api.delete(`/v0/topics/${topic.topicId}`).expect(200);
    await visitor.ask(to, 'What is an okapi?').expect(200);
    expect(await visitor.questionsOf(audience)).toMatchObject([{ askedCount: 2, isAnswered: false }]);
  });

  it('keeps ten thousand questions of a page, and goes on counting these', async () => {
    const { to, audience } = await visitor.pageAt('/much-asked');
    await service.pool.query(
      `insert into asked_question
         (tenant_id, id, page_id, grouped_by, question, asked_count, is_answered, first_asked_at, last_asked_at)
       select $1, gen_random_uuid(), $2, 'q' || n, 'q' || n, 2, false, now(), now() from generate_series(1, 9999) n`,
      [service.home.id, uuidOf('page', audience.pageId)],
    );
    for (const question of ['The last one?', 'One too many?', 'q1'])
      await visitor.ask(to, question).expect(200);
    expect(await countOf('the last one', 'one too many', 'q1')).toEqual([
      { group: 'q1', count: 3 },
      { group: 'the last one', count: 1 },
    ]);
  });

  it('tells when a question was asked last, also where the clock of another process is ahead', async () => {
    const { to, audience } = await visitor.pageAt('/asked-ahead');
    await visitor.ask(to, 'Is it late?').expect(200);
    await service.pool.query(
      `update asked_question set last_asked_at = now() + interval '1 hour' where grouped_by = 'is it late'`,
    );
    const [before] = await visitor.questionsOf(audience);
    await visitor.ask(to, 'Is it late?').expect(200);
    const [after] = await visitor.questionsOf(audience);
    expect(after).toEqual({ ...before!, askedCount: 2 });
  });
});

async function countOf(...groups: string[]): Promise<{ group: string; count: number }[]> {
  const { rows } = await service.pool.query<{ group: string; count: number }>(
    `select grouped_by as group, asked_count::int as count from asked_question
     where grouped_by = any($1) order by grouped_by`,
    [groups],
  );
  return rows;
}
