import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import request from 'supertest';
import type { SubmissionView } from '../../src/modules/forms/dto/submissions.dto.js';
import { ConnectionShares } from '../../src/shared/database/transactions/connection-shares.js';
import { busy } from '../../src/shared/kernel/errors.js';
import { EMAIL, useFormVisitor } from '../site/form-visitor.js';
import { until } from '../support/until.js';

const { service, api, strangerApi, visitor } = useFormVisitor();

const TEXT = { name: 'message', type: 'text', label: 'Message' };
const PATH = '/v0/form_submissions/export';

/** What is downloaded, with its headers. */
const download = (query = '') => api.get(`${PATH}?${query}`).buffer(true).parse(asText);

function asText(res: request.Response, done: (error: Error | null, text: string) => void): void {
  let text = '';
  res.on('data', (chunk: Buffer) => (text += chunk.toString()));
  res.on('end', () => done(null, text));
}

async function submissionsOf(formId: string, howMany: number): Promise<SubmissionView[]> {
  return until(async () => {
    const { items } = await visitor.read<{ items: SubmissionView[] }>(`/v0/forms/${formId}/submissions`);
    return items.length === howMany && items.every(({ status }) => status !== 'received') ? items : undefined;
  });
}

/** As many rows as a test needs, written by the database. */
async function fill(formId: string, rows: number): Promise<void> {
  await service.pool.query(
    `insert into form_submission (tenant_id, id, form_id, page_id, audience_id, page_link_id, analytics_session_id,
       answers, status, content_hash, created_at, updated_at)
     select tenant_id, new_uuid(), form_id, page_id, audience_id, page_link_id, 'visit-' || n,
       json_build_object('email', 'n' || n || '@mail.example'), 'enriched', content_hash, created_at, updated_at
     from form_submission, generate_series(1, $2) n where form_id = (
       select id from form where name = $1)`,
    [formId, rows],
  );
}

describe('an export of submissions', () => {
  it('has as NDJSON what the list has, line by line', async () => {
    const { formId } = await visitor.form();
    const to = await visitor.formAt('/exported', { defaultFormId: formId });
    for (const name of ['ada', 'bob', 'eve']) {
      await visitor.send(to, { email: `${name}@mail.example` }).expect(303);
    }
    const items = await submissionsOf(formId, 3);
    const answer = await download(`formId=${formId}`).expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': 'attachment; filename=form-submissions.ndjson',
    });
    const lines = (answer.body as string).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(items);
  });

  it('has as CSV a column for each field of the form, and nothing that a spreadsheet would run', async () => {
    const before = { name: 'nickname', type: 'text', label: 'Nickname' };
    const form = await visitor.form({ fields: [EMAIL, before, TEXT] });
    const to = await visitor.formAt('/table', { defaultFormId: form.formId });
    const message = '=HYPERLINK("http://evil.example","a"), b\nc';
    await visitor.send(to, { email: 'ada@mail.example', nickname: '@ada', message }).expect(303);
    const [item] = (await submissionsOf(form.formId, 1)) as [SubmissionView];
    await api.patch(`/v0/forms/${form.formId}`, { fields: [EMAIL, TEXT] }).expect(200);

    const answer = await download(`format=csv&formId=${form.formId}`).expect(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const createdAt = new Date(Number(item.createdAt.slice(1))).toISOString();
    const { pageId, audienceId, pageLinkId, analyticsSessionId, personId } = item;
    expect(answer.body).toBe(
      [
        'formSubmissionId,formId,pageId,audienceId,pageLinkId,analyticsSessionId,personId,status,failure,' +
          'createdAt,answers.email,answers.message,otherAnswers,sender.name,sender.company,sender.profile',
        `${item.formSubmissionId},${form.formId},${pageId},${audienceId},${pageLinkId},${analyticsSessionId},${personId},` +
          `enriched,,${createdAt},ada@mail.example,"'=HYPERLINK(""http://evil.example"",""a""), b\nc",` +
          '"{""nickname"":""@ada""}",ada,mail.example,',
        '',
      ].join('\r\n'),
    );
  });

  it('has all rows of a long list once, newest first', async () => {
    const form = await visitor.form({ name: 'Long list' });
    const to = await visitor.formAt('/long', { defaultFormId: form.formId });
    await visitor.send(to, { email: 'first@mail.example' }).expect(303);
    await submissionsOf(form.formId, 1);
    await fill('Long list', 3500);
    const { body } = await download(`formId=${form.formId}`).expect(200);
    const lines = (body as string).trimEnd().split('\n');
    const ids = lines.map((line) => (JSON.parse(line) as SubmissionView).formSubmissionId);
    expect(new Set(ids).size).toBe(3501);
    expect(ids).toEqual([...ids].sort().reverse());
  });

  describe('of a long list', () => {
    let path: string;
    beforeAll(async () => {
      const { formId } = await visitor.form({ name: 'Longer list' });
      const to = await visitor.formAt('/longer', { defaultFormId: formId });
      await visitor.send(to, { email: 'first@mail.example' }).expect(303);
      await submissionsOf(formId, 1);
      await fill('Longer list', 3500);
      path = `${PATH}?formId=${formId}`;
    });
    afterEach(() => jest.restoreAllMocks());

    /** The third step of an export, and all after it, as often as is said. */
    function failLater(error: Error, times = Infinity): void {
      const shares = service.app.get(ConnectionShares);
      const query = shares.query.bind(shares);
      let steps = 0;
      jest.spyOn(shares, 'query').mockImplementation((...given) => {
        const isStep = JSON.stringify(given[0]).includes('form_submissions.');
        if (isStep && ++steps > 2 && steps <= 2 + times) return Promise.reject(error);
        return query(...given);
      });
    }

    it('goes on after a busy moment', async () => {
      failLater(busy(), 1);
      const answer = await api.get(path).buffer(true).parse(asText).expect(200);
      expect((answer.body as string).trimEnd().split('\n')).toHaveLength(3501);
    });

    it('that fails midway can not be taken for the whole', async () => {
      failLater(new Error('The disk is gone.'));
      const answer = await fetch(service.url + path, { headers: { 'x-api-key': service.home.key } });
      expect(answer.status).toBe(200);
      await expect(answer.text()).rejects.toThrow('terminated');
    });

    it('is refused to a client of HTTP/1.0, which could not tell', async () => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      socket.write(`GET ${path} HTTP/1.0\r\nHost: localhost\r\nx-api-key: ${service.home.key}\r\n\r\n`);
      expect(await text(socket)).toMatch(/^HTTP\/1.1 400 [^]*"code":"http_version"/);
    });
  });

  it('is empty where there is nothing, and has a head all the same', async () => {
    const { formId } = await visitor.form({ fields: [EMAIL, TEXT] });
    expect((await download(`formId=${formId}`).expect(200)).body).toBe('');
    const { body } = await download(`format=csv&formId=${formId}`).expect(200);
    expect(body).toMatch(/^formSubmissionId,.*,answers\.email,answers\.message,otherAnswers,.*\r\n$/);
    const head = request(service.url).head(`${PATH}?format=csv`).set('x-api-key', service.home.key);
    await head.expect(200).expect('content-type', 'text/csv; charset=utf-8');
  });

  it('shows nothing of others', async () => {
    const answer = await strangerApi.get(PATH).buffer(true).parse(asText).expect(200);
    expect(answer.body).toBe('');
  });

  it('refuses what is no format', async () => {
    const { body } = await api.get(`${PATH}?format=xlsx`).expect(400);
    expect(body.errors).toMatchObject([{ parameter: 'format' }]);
  });
});
