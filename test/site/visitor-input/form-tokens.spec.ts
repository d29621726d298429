import request from 'supertest';
import { actionOn, EMAIL, SUBMIT, useFormVisitor } from '../form-visitor.js';
import { DOMAIN } from '../site-visitor.js';

const { service, api, visitor } = useFormVisitor();

describe('a token', () => {
  it('is good for its form alone, and as it was made', async () => {
    const to = await visitor.formAt('/token');
    await visitor.send(to.replace('?', 'x?'), { email: 'a@acme.example' }).expect(403);
    await visitor.send('/_foyer/forms/nonsense', { email: 'a@acme.example' }).expect(403);
    await visitor.send(to.replace('/forms/', '/files/'), { email: 'a@acme.example' }).expect(405);
  });

  it('is good at the host of its link alone, so that no page acts in the name of another', async () => {
    const host = 'scripted.acme.example';
    const tenantDomainId = await visitor.provenDomain(host);
    // Of the same tenant, so that it is not refused for being unknown.
    await visitor.provenDomain(DOMAIN);
    const script = { name: 's', description: '', enabled: true, content: 'window.ran = 1' };
    const page = await visitor.page({ actions: [SUBMIT], scripts: [script] });
    const audience = await visitor.audience({}, page.pageId);
    await visitor.link('/scripted', audience, { tenantDomainId });
    const to = actionOn((await visitor.open('/scripted', { host }).expect(200)).text);
    expect((await visitor.send(to, { email: 'x' }, { host }).expect(422)).text).toContain('window.ran');
    for (const other of ['127.0.0.1', DOMAIN, 'nobody.example']) {
      const { text } = await visitor.send(to, { email: 'x' }, { host: other }).expect(404);
      expect(text).not.toContain('window.ran');
      await visitor.open(to, { host: other }).expect(404);
    }
    await visitor.open(await visitor.previewPath(audience), { host: DOMAIN }).expect(404);
  });

  it('of a page at the address of the site is good there alone', async () => {
    const to = await visitor.formAt('/at-home');
    await visitor.provenDomain('elsewhere.acme.example');
    for (const host of ['elsewhere.acme.example', 'nobody.example']) {
      await visitor.send(to, { email: 'x' }, { host }).expect(404);
      await visitor.open(to, { host }).expect(404);
    }
    await visitor.send(to, { email: 'x' }).expect(422);
  });

  it.each([
    ['a deleted link', async () => deleteLink('/gone-link'), '/gone-link'],
    ['a deleted page', async (page: string) => void (await api.delete(page).expect(200)), '/gone-page'],
    [
      'an archived page',
      async (page: string) => void (await api.post(`${page}/archive`).expect(200)),
      '/old-page',
    ],
    [
      'an archived audience',
      async (_: string, audience: string) => void (await api.delete(audience).expect(200)),
      '/old',
    ],
  ])('of %s shows nothing and takes nothing', async (_, leave, path) => {
    const { pageId, audienceId } = await visitor.shown(path, { actions: [SUBMIT] });
    const to = actionOn((await visitor.open(`/home${path}`).expect(200)).text);
    await leave(`/v0/pages/${pageId}`, `/v0/pages/${pageId}/audiences/${audienceId}`);
    const sent: Record<string, string>[] = [
      ...[{ email: 'late@acme.example' }, { email: 'bad' }],
      { email: 'late@acme.example', _ms: '1' },
    ];
    for (const fields of sent) await visitor.send(to, fields).expect(404);
    await visitor.open(to).expect(404);
  });

  it('of a form that was deleted since still takes all that the visitor was asked for', async () => {
    const form = await visitor.form({ fields: [EMAIL, { name: 'message', type: 'text', label: 'Message' }] });
    const to = await visitor.formAt('/deleted-form', { defaultFormId: form.formId });
    await api.delete(`/v0/forms/${form.formId}`).expect(200);
    await visitor.send(to, { email: 'kept@acme.example', message: 'Kept, too' }).expect(303);
    expect((await visitor.submissionsWith('kept@acme.example'))[0]).toMatchObject({
      formId: form.formId,
      answers: { message: 'Kept, too' },
    });
  });

  it('is good for nothing once its link or page is gone', async () => {
    const to = await visitor.formAt('/leaving');
    await deleteLink('/leaving');
    await visitor.send(to, { email: 'late@acme.example' }).expect(404);
    expect(await visitor.submissionsWith('late@acme.example')).toEqual([]);
  });

  it('takes no body but that of a form, and none that is too large', async () => {
    const to = await visitor.formAt('/bodies');
    const post = () => request(service.siteUrl).post(to).set('accept', 'application/json');
    await post().set('content-type', 'application/json').send('{"email":"json@acme.example"}').expect(415);
    await post()
      .type('form')
      .send(`email=${'x'.repeat(300_000)}`)
      .expect(413);
    await post().type('form').send('a&'.repeat(200)).expect(413);
  });
});

async function deleteLink(path: string): Promise<void> {
  const { body } = await api.get(`/v0/page_links/resolve?path=${path}`).expect(200);
  await api.delete(`/v0/page_links/${body.pageLinkId}`).expect(200);
}
