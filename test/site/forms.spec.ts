import request, { type Test } from 'supertest';
import type { FormView } from '../../src/modules/forms/forms.dto.js';
import type { SubmissionView } from '../../src/modules/forms/submissions.dto.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { action } from '../pages/records.js';
import { DOMAIN, SiteVisitor } from './site-visitor.js';

const used = useTestService({ ROLE: 'all', TRUST_PROXY: '1' });
const { service, api, strangerApi } = used;
const visitor = new SiteVisitor(used);
let addresses = 0;

const SUBMIT = { ...action('talk'), actionType: 'submit_form', buttonTitle: 'Send' };
const EMAIL = { name: 'email', type: 'email', label: 'Your email', required: true };
const VISIT = '0123456789abcdef0123456789abcdef';

async function makeForm(body: object = {}): Promise<FormView> {
  return (await api.post('/v0/forms', { name: 'Talk', fields: [EMAIL], ...body }).expect(201))
    .body as FormView;
}

/** A page with a form. Answers where the form is sent to. */
async function formAt(path: string, page: object = {}, audience: object = {}): Promise<string> {
  await visitor.shown(path, { actions: [SUBMIT], ...page }, audience);
  return actionOn((await visitor.open(`/home${path}`).expect(200)).text);
}

function actionOn(html: string): string {
  return /<form[^>]* action="([^"]+)"/.exec(html)![1]!;
}

/** As a browser without JavaScript does, each time from another address. */
function send(to: string, fields: Record<string, string>, headers: Record<string, string> = {}): Test {
  addresses++;
  const address = `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
  return request(service.siteUrl)
    .post(to)
    .type('form')
    .set({ accept: 'text/html', 'x-forwarded-for': address, ...headers })
    .send(fields);
}

/** As the script on the page does. */
const sendInline = (to: string, fields: Record<string, string>) =>
  send(to, fields, { accept: 'application/json' });

async function submissionsWith(email: string): Promise<SubmissionView[]> {
  const { body } = await api.get('/v0/form_submissions?limit=100').expect(200);
  return body.items.filter(({ answers }: SubmissionView) => answers.email === email);
}

async function eventsOf(submission: SubmissionView): Promise<string[]> {
  const { rows } = await service.pool.query<{ type: string }>(
    `select type from event where payload->>'formSubmissionId' = $1 order by seq`,
    [submission.formSubmissionId],
  );
  return rows.map(({ type }) => type);
}

describe('a form that is sent', () => {
  it('is kept, with its session, its person and its events', async () => {
    const { formId } = await makeForm({
      fields: [
        EMAIL,
        { name: 'phone', type: 'phone', label: 'Phone' },
        { name: 'message', type: 'text', label: 'Message' },
        { name: 'size', type: 'choice', label: 'Team', options: ['Small', 'Large'] },
        { name: 'terms', type: 'consent', label: 'I agree', required: true },
      ],
    });
    const to = await formAt('/talk', { defaultFormId: formId });
    const given = {
      email: 'ada@acme.example',
      phone: '+44 (20) 7946-0123',
      message: ' Two\r\nlines ',
      terms: 'yes',
    };
    const { headers } = await send(to, given).expect(303);
    const { text } = await visitor.open(headers.location!).expect(200);
    expect(text).toContain('Thank you.');

    const [submission] = await submissionsWith('ada@acme.example');
    expect(submission).toMatchObject({
      formId,
      answers: { email: 'ada@acme.example', phone: '+442079460123', message: 'Two\nlines', terms: true },
    });
    const { body: person } = await api.get(`/v0/persons/${submission!.personId}`).expect(200);
    expect(person).toMatchObject({ name: 'ada', email: 'ada@acme.example', phoneNumber: '+442079460123' });
    const { body: session } = await api
      .get(`/v0/audience_sessions/${submission!.analyticsSessionId}`)
      .expect(200);
    expect(session).toMatchObject({
      ...{ hasConversion: true, formSubmissionId: submission!.formSubmissionId },
      ...{ formSubmissionEmail: 'ada@acme.example', audienceId: submission!.audienceId },
      pageUrl: `${service.siteUrl}/home/talk`,
    });
    await until(async () => (await eventsOf(submission!)).includes('form.enriched'));
    expect(await eventsOf(submission!)).toEqual(['form.submitted', 'form.enriched']);
    expect(await visitor.read(`/v0/form_submissions/${submission!.formSubmissionId}`)).toMatchObject({
      status: 'enriched',
    });
    const ofForm = await visitor.read<{ items: SubmissionView[] }>(`/v0/forms/${formId}/submissions`);
    expect(ofForm.items).toHaveLength(1);
    await strangerApi.get(`/v0/form_submissions/${submission!.formSubmissionId}`).expect(404);
    await strangerApi.get(`/v0/forms/${formId}/submissions`).expect(404);
  });

  it('never changes a person who is there', async () => {
    const to = await formAt('/known');
    const { body: person } = await api
      .post('/v0/persons', { name: 'Grace', email: 'grace@acme.example' })
      .expect(201);
    await send(to, { email: 'GRACE@acme.example' }).expect(303);
    const [submission] = await submissionsWith('GRACE@acme.example');
    expect(submission!.personId).toBe(person.personId);
    expect((await api.get(`/v0/persons/${person.personId}`).expect(200)).body).toEqual(person);
  });

  it('that tells nothing of who sent it is not enriched', async () => {
    const { formId } = await makeForm({ fields: [{ name: 'email', type: 'text', label: 'Anything' }] });
    const to = await formAt('/anonymous', { defaultFormId: formId });
    await send(to, { email: 'nothing much' }).expect(303);
    const [submission] = await submissionsWith('nothing much');
    expect(submission!.personId).toBeNull();
    await until(async () => (await eventsOf(submission!)).includes('form.enrichment_failed'));
    expect(await visitor.read(`/v0/form_submissions/${submission!.formSubmissionId}`)).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('tells who sent it'),
    });
  });

  it('with faults comes back, with what was typed and what is wrong with it', async () => {
    const { formId } = await makeForm({
      fields: [EMAIL, { name: 'message', type: 'text', label: 'Message', maxLength: 5 }],
    });
    const to = await formAt('/faulty', { defaultFormId: formId });
    const { text, headers } = await send(to, { email: 'ada@', message: '"><b>much too long' }).expect(422);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(text).toContain('Please enter an email address, such as ada@example.com.');
    expect(text).toContain('Please write at most 5 characters; there are 18.');
    expect(text).toContain('value="ada@"');
    expect(text).toContain('value="&quot;>&lt;b>much too long"');
    expect(text.match(/aria-invalid="true"/g)).toHaveLength(2);
    const { body } = await sendInline(to, { email: '' }).expect(422);
    expect(body).toEqual({ faults: [{ field: 'email', message: 'Please enter your email address.' }] });
  });

  it('is answered inline where JavaScript sends it, by the text or the URL of the form', async () => {
    const withText = await makeForm({ thankYouText: 'Talk soon' });
    const to = await formAt('/inline', { defaultFormId: withText.formId });
    const { body } = await sendInline(to, { email: 'inline@acme.example' }).expect(200);
    expect(body).toEqual({ thankYouText: 'Talk soon', thankYouUrl: null });
    const withUrl = await makeForm({ thankYouUrl: 'https://acme.example/thanks?x=1' });
    const other = await formAt('/elsewhere', { defaultFormId: withUrl.formId });
    const { headers } = await send(other, { email: 'led@acme.example' }).expect(303);
    expect(headers.location).toBe('https://acme.example/thanks?x=1');
    const page = await visitor.open('/home/elsewhere').expect(200);
    expect(page.headers['content-security-policy']).toContain("form-action 'self' https://acme.example;");
  });

  it('twice by the same visit is one; without a visit nothing is merged', async () => {
    const to = await formAt('/twice');
    const email = 'twice@acme.example';
    await Promise.all(
      Array.from({ length: 10 }, () => sendInline(to, { email, _visit: VISIT, _ms: '5000' }).expect(200)),
    );
    expect(await submissionsWith(email)).toHaveLength(1);
    await send(to, { email }).expect(303);
    await send(to, { email }).expect(303);
    const submissions = await submissionsWith(email);
    expect(submissions).toHaveLength(3);
    expect(new Set(submissions.map(({ personId }) => personId)).size).toBe(1);
    expect(submissions.map(({ analyticsSessionId }) => analyticsSessionId)).toContain(`site:${VISIT}`);
    // Another content of the same visit belongs to the same session.
    await sendInline(to, { email: 'other@acme.example', _visit: VISIT }).expect(200);
    const [other] = await submissionsWith('other@acme.example');
    expect(other!.analyticsSessionId).toBe(`site:${VISIT}`);
    expect(await eventsOf(other!)).toContain('form.submitted');
  });

  it('by something that fills in what nobody sees, or too quickly, is not kept', async () => {
    const to = await formAt('/robots');
    await send(to, { email: 'robot@acme.example', _website: 'https://spam.example' }).expect(303);
    const { body } = await sendInline(to, { email: 'robot@acme.example', _ms: '3' }).expect(422);
    expect(body.faults).toMatchObject([{ field: '' }]);
    expect(await submissionsWith('robot@acme.example')).toEqual([]);
  });

  it('too often from one address is refused, and from others it is not', async () => {
    const to = await formAt('/flooded');
    const from = { 'x-forwarded-for': '192.0.2.7' };
    const answers = [];
    for (let count = 0; count < 25; count++)
      answers.push((await send(to, { email: 'flood@acme.example' }, from)).status);
    expect(new Set(answers)).toEqual(new Set([303, 429]));
    await send(to, { email: 'calm@acme.example' }).expect(303);
  });
});

it('fields may be called anything, and a box is ticked or not', async () => {
  const names = ['constructor', 'action', 'submit', 'elements', 'website', 'toString'.toLowerCase()];
  const fields = [EMAIL, ...names.map((name) => ({ name, type: 'text', label: name }))];
  const form = await makeForm({ fields: [...fields, { name: 'terms', type: 'consent', label: 'Terms' }] });
  const to = await formAt('/names', { defaultFormId: form.formId });
  await send(to, { email: 'few@acme.example' }).expect(303);
  await send(to, {
    email: 'all@acme.example',
    website: 'https://acme.example',
    action: 'a',
    terms: 'on',
  }).expect(303);
  expect((await submissionsWith('few@acme.example'))[0]!.answers).toEqual({ email: 'few@acme.example' });
  expect((await submissionsWith('all@acme.example'))[0]!.answers).toEqual({
    ...{ email: 'all@acme.example', website: 'https://acme.example', action: 'a', terms: true },
  });
  for (const terms of ['false', '0', 'no'])
    await sendInline(to, { email: 'no@acme.example', terms }).expect(422);
});

describe('the form of a page', () => {
  const labelsOn = (html: string) =>
    [...html.matchAll(/<label for="form-(?!_website)[^"]*">([^<]*)/g)].map(([, label]) => label);

  it("is the audience's, else the page's, else asks for an email address alone", async () => {
    const ofPage = await makeForm({ fields: [{ ...EMAIL, label: 'Of the page' }] });
    const ofAudience = await makeForm({ fields: [{ ...EMAIL, label: 'Of the audience' }] });
    const cases: [string, object, object, string][] = [
      [
        '/both',
        { defaultFormId: ofPage.formId },
        { actionFormIdOverride: ofAudience.formId },
        'Of the audience',
      ],
      ['/page', { defaultFormId: ofPage.formId }, { actionFormIdOverride: 'no-such-form' }, 'Of the page'],
      ['/none', { defaultFormId: 'form_nonsense' }, {}, 'Email'],
    ];
    for (const [path, page, audience, label] of cases) {
      await formAt(path, page, { actionFormInstructionsOverride: 'Tell us <b>all</b>', ...audience });
      const { text } = await visitor.open(`/home${path}`).expect(200);
      expect(labelsOn(text)).toEqual([label]);
      expect(text).toContain('Tell us &lt;b>all&lt;/b>');
    }
  });

  it('follows its changes and its deletion within a second', async () => {
    const form = await makeForm({ fields: [{ ...EMAIL, label: 'Before' }] });
    await formAt('/changing', { defaultFormId: form.formId });
    const path = `/v0/forms/${form.formId}`;
    await api.patch(path, { fields: [{ ...EMAIL, label: 'After' }] }).expect(200);
    const shows = async (label: string) => labelsOn((await visitor.open('/home/changing')).text)[0] === label;
    await until(() => shows('After'));
    await api.delete(path).expect(200);
    await until(() => shows('Email'));
  });

  it('is there once, also where several actions submit it; in a preview it can not be sent', async () => {
    const audience = await visitor.audience(
      {},
      (await visitor.page({ actions: [SUBMIT, { ...SUBMIT, actionId: 'b' }] })).pageId,
    );
    await visitor.link('/several', audience);
    const { text } = await visitor.open('/home/several').expect(200);
    expect(text.match(/<form/g)).toHaveLength(1);
    const path = `/v0/pages/${audience.pageId}/audiences/${audience.audienceId}/versions/${audience.latestVersion.versionId}`;
    const { url } = await visitor.read<{ url: string }>(`${path}/preview`);
    const preview = await visitor.open(url.slice(service.siteUrl.length)).expect(200);
    expect(preview.text).toMatch(/<form class="form" method="post" data-foyer/);
    expect(preview.text).toMatch(/<button class="button" disabled>/);
  });

  it('can be sent on a domain, and leads back to it', async () => {
    const tenantDomainId = await visitor.provenDomain();
    const audience = await visitor.audience({}, (await visitor.page({ actions: [SUBMIT] })).pageId);
    await visitor.link('/on-domain', audience, { tenantDomainId });
    const to = actionOn((await visitor.onDomain('/on-domain').expect(200)).text);
    await send(to, { email: 'domain@acme.example' }, { host: DOMAIN }).expect(303);
    const [submission] = await submissionsWith('domain@acme.example');
    const { body } = await api.get(`/v0/audience_sessions/${submission!.analyticsSessionId}`).expect(200);
    expect(new URL(body.pageUrl as string).hostname).toBe(DOMAIN);
  });
});

describe('a token', () => {
  it('is good for its form alone, and as it was made', async () => {
    const to = await formAt('/token');
    await send(to.slice(0, -2), { email: 'a@acme.example' }).expect(403);
    await send('/_foyer/forms/nonsense', { email: 'a@acme.example' }).expect(403);
    await send(to.replace('/forms/', '/files/'), { email: 'a@acme.example' }).expect(405);
  });

  it('is good at the host of its link alone, so that no page acts in the name of another', async () => {
    const tenantDomainId = await visitor.provenDomain('scripted.acme.example');
    const script = { name: 's', description: '', enabled: true, content: 'window.ran = 1' };
    const page = await visitor.page({ actions: [SUBMIT], scripts: [script] });
    const audience = await visitor.audience({}, page.pageId);
    await visitor.link('/scripted', audience, { tenantDomainId });
    const host = 'scripted.acme.example';
    const to = actionOn((await visitor.open('/scripted', { host }).expect(200)).text);
    expect((await send(to, { email: 'x' }, { host }).expect(422)).text).toContain('window.ran');
    for (const other of ['127.0.0.1', DOMAIN, 'nobody.example']) {
      const { text } = await send(to, { email: 'x' }, { host: other }).expect(404);
      expect(text).not.toContain('window.ran');
      await visitor.open(to, { host: other }).expect(404);
    }
    const versions = `/v0/pages/${page.pageId}/audiences/${audience.audienceId}/versions`;
    const preview = `${versions}/${audience.latestVersion.versionId}/preview`;
    const { url } = await visitor.read<{ url: string }>(preview);
    await visitor.open(url.slice(service.siteUrl.length), { host: DOMAIN }).expect(404);
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
    for (const fields of sent) await send(to, fields).expect(404);
    await visitor.open(to).expect(404);
  });

  it('of a form that was deleted since still takes all that the visitor was asked for', async () => {
    const form = await makeForm({ fields: [EMAIL, { name: 'message', type: 'text', label: 'Message' }] });
    const to = await formAt('/deleted-form', { defaultFormId: form.formId });
    await api.delete(`/v0/forms/${form.formId}`).expect(200);
    await send(to, { email: 'kept@acme.example', message: 'Kept, too' }).expect(303);
    expect((await submissionsWith('kept@acme.example'))[0]).toMatchObject({
      formId: form.formId,
      answers: { message: 'Kept, too' },
    });
  });

  it('is good for nothing once its link or page is gone', async () => {
    const to = await formAt('/leaving');
    const { body } = await api.get('/v0/page_links/resolve?path=/leaving').expect(200);
    await api.delete(`/v0/page_links/${body.pageLinkId}`).expect(200);
    await send(to, { email: 'late@acme.example' }).expect(404);
    expect(await submissionsWith('late@acme.example')).toEqual([]);
  });

  it('takes no body but that of a form, and none that is too large', async () => {
    const to = await formAt('/bodies');
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
