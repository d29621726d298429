import type { SubmissionView } from '../../../src/modules/forms/dto/submissions.dto.js';
import { until } from '../../support/until.js';
import { EMAIL, useFormVisitor } from '../form-visitor.js';

const { service, api, strangerApi, visitor } = useFormVisitor();

const VISIT = '0123456789abcdef0123456789abcdef';

describe('a form that is sent', () => {
  it('is kept, with its session, its person and its events', async () => {
    const { formId } = await visitor.form({
      fields: [
        EMAIL,
        { name: 'phone', type: 'phone', label: 'Phone' },
        { name: 'message', type: 'text', label: 'Message' },
        { name: 'size', type: 'choice', label: 'Team', options: ['Small', 'Large'] },
        { name: 'terms', type: 'consent', label: 'I agree', required: true },
      ],
    });
    const to = await visitor.formAt('/talk', { defaultFormId: formId });
    const given = {
      email: 'ada@acme.example',
      phone: '+44 (20) 7946-0123',
      message: ' Two\r\nlines ',
      terms: 'yes',
    };
    const { headers } = await visitor.send(to, given).expect(303);
    const { text } = await visitor.open(headers.location!).expect(200);
    expect(text).toContain('Thank you.');

    const [submission] = await visitor.submissionsWith('ada@acme.example');
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
    await until(async () => (await visitor.eventsOf(submission!)).includes('form.enriched'));
    expect(await visitor.eventsOf(submission!)).toEqual(['form.submitted', 'form.enriched']);
    const log = (await api.get(`/v0/audit_log?actor=${formId}`).expect(200)).body.items as {
      operation: string;
      actor: object;
    }[];
    expect(log.map(({ operation }) => operation).sort()).toEqual([
      ...['account.created', 'form.submitted', 'person.created'],
    ]);
    expect(log[0]!.actor).toEqual({
      ...{ type: 'form', id: formId },
      ...{ name: null, network: null, requestId: null },
    });
    expect(await visitor.read(`/v0/form_submissions/${submission!.formSubmissionId}`)).toMatchObject({
      status: 'enriched',
    });
    const ofForm = await visitor.read<{ items: SubmissionView[] }>(`/v0/forms/${formId}/submissions`);
    expect(ofForm.items).toHaveLength(1);
    const ofPerson = `/v0/form_submissions?personId=${submission!.personId}`;
    expect((await visitor.read<{ items: SubmissionView[] }>(ofPerson)).items).toEqual(ofForm.items);
    expect((await strangerApi.get(ofPerson).expect(200)).body.items).toEqual([]);
    await strangerApi.get(`/v0/form_submissions/${submission!.formSubmissionId}`).expect(404);
    await strangerApi.get(`/v0/forms/${formId}/submissions`).expect(404);
  });

  it('never changes a person who is there', async () => {
    const to = await visitor.formAt('/known');
    const { body: person } = await api
      .post('/v0/persons', { name: 'Grace', email: 'grace@acme.example' })
      .expect(201);
    await visitor.send(to, { email: 'GRACE@acme.example' }).expect(303);
    const [submission] = await visitor.submissionsWith('GRACE@acme.example');
    expect(submission!.personId).toBe(person.personId);
    expect((await api.get(`/v0/persons/${person.personId}`).expect(200)).body).toEqual(person);
  });

  it('that tells nothing of who sent it is not enriched', async () => {
    const { formId } = await visitor.form({ fields: [{ name: 'email', type: 'text', label: 'Anything' }] });
    const to = await visitor.formAt('/anonymous', { defaultFormId: formId });
    await visitor.send(to, { email: 'nothing much' }).expect(303);
    const [submission] = await visitor.submissionsWith('nothing much');
    expect(submission!.personId).toBeNull();
    await until(async () => (await visitor.eventsOf(submission!)).includes('form.enrichment_failed'));
    expect(await visitor.read(`/v0/form_submissions/${submission!.formSubmissionId}`)).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('identifies the sender'),
    });
  });

  it('with faults comes back, with what was typed and what is wrong with it', async () => {
    const { formId } = await visitor.form({
      fields: [EMAIL, { name: 'message', type: 'text', label: 'Message', maxLength: 5 }],
    });
    const to = await visitor.formAt('/faulty', { defaultFormId: formId });
    const { text, headers } = await visitor
      .send(to, { email: 'ada@', message: '"><b>much too long' })
      .expect(422);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(text).toContain('Please enter an email address, such as ada@example.com.');
    expect(text).toContain('Please write at most 5 characters; there are 18.');
    expect(text).toContain('value="ada@"');
    expect(text).toContain('value="&quot;>&lt;b>much too long"');
    expect(text.match(/aria-invalid="true"/g)).toHaveLength(2);
    const { body } = await visitor.sendInline(to, { email: '' }).expect(422);
    expect(body).toEqual({
      faults: [{ field: 'email', code: 'email_missing', message: 'Please enter your email address.' }],
    });
  });

  it('is answered inline where JavaScript sends it, by the text or the URL of the form', async () => {
    const withText = await visitor.form({ thankYouText: 'Talk soon' });
    const to = await visitor.formAt('/inline', { defaultFormId: withText.formId });
    const { body } = await visitor.sendInline(to, { email: 'inline@acme.example' }).expect(200);
    expect(body).toEqual({ thankYouText: 'Talk soon', thankYouUrl: null });
    const withUrl = await visitor.form({ thankYouUrl: 'https://acme.example/thanks?x=1' });
    const other = await visitor.formAt('/elsewhere', { defaultFormId: withUrl.formId });
    const { headers } = await visitor.send(other, { email: 'led@acme.example' }).expect(303);
    expect(headers.location).toBe('https://acme.example/thanks?x=1');
    const page = await visitor.open('/home/elsewhere').expect(200);
    expect(page.headers['content-security-policy']).toContain("form-action 'self' https://acme.example;");
  });

  it('twice by the same visit is one; without a visit nothing is merged', async () => {
    const to = await visitor.formAt('/twice');
    const email = 'twice@acme.example';
    await Promise.all(
      Array.from({ length: 10 }, () =>
        visitor.sendInline(to, { email, _visit: VISIT, _ms: '5000' }).expect(200),
      ),
    );
    expect(await visitor.submissionsWith(email)).toHaveLength(1);
    await visitor.send(to, { email }).expect(303);
    await visitor.send(to, { email }).expect(303);
    const submissions = await visitor.submissionsWith(email);
    expect(submissions).toHaveLength(3);
    expect(new Set(submissions.map(({ personId }) => personId)).size).toBe(1);
    const [, , first] = submissions;
    // Another content of the same visit belongs to the same session.
    await visitor.sendInline(to, { email: 'other@acme.example', _visit: VISIT }).expect(200);
    const [other] = await visitor.submissionsWith('other@acme.example');
    expect(other!.analyticsSessionId).toBe(first!.analyticsSessionId);
    expect(await visitor.eventsOf(other!)).toContain('form.submitted');
  });

  it('once more by the same visit is a repeat for ten minutes, and of the same form alone', async () => {
    const email = 'later@acme.example';
    const fields = { email, _visit: 'f'.repeat(32) };
    const to = await visitor.formAt('/later');
    const { formId } = await visitor.form();
    const other = await visitor.formAt('/other-form', { defaultFormId: formId });
    for (const each of [to, other]) await visitor.send(each, fields).expect(303);
    expect(await visitor.submissionsWith(email)).toHaveLength(2);
    const letPass = (time: string) =>
      service.pool.query('update form_submission set created_at = created_at - $1::interval', [time]);
    await letPass('9 minutes');
    await visitor.send(to, fields).expect(303);
    expect(await visitor.submissionsWith(email)).toHaveLength(2);
    await letPass('1 minute');
    await visitor.send(to, fields).expect(303);
    expect(await visitor.submissionsWith(email)).toHaveLength(3);
  });

  it('by something that fills in what nobody sees, or too quickly, is not kept', async () => {
    const to = await visitor.formAt('/robots');
    await visitor.send(to, { email: 'robot@acme.example', _website: 'https://spam.example' }).expect(303);
    const { body } = await visitor.sendInline(to, { email: 'robot@acme.example', _ms: '3' }).expect(422);
    expect(body.faults).toMatchObject([{ field: '' }]);
    expect(await visitor.submissionsWith('robot@acme.example')).toEqual([]);
  });

  it.each([
    ['sooner than a second after the page was opened is not kept', '999', 0],
    ['a second after that is kept', '1000', 1],
  ])('%s', async (_name, _ms, kept) => {
    const to = await visitor.formAt(`/after-${_ms}`);
    const email = `after${_ms}@acme.example`;
    await visitor.sendInline(to, { email, _ms }).expect(kept ? 200 : 422);
    expect(await visitor.submissionsWith(email)).toHaveLength(kept);
  });

  it('too often from one address is refused, and from others it is not', async () => {
    const to = await visitor.formAt('/flooded');
    const from = { 'x-forwarded-for': '192.0.2.7' };
    const answers = [];
    for (let count = 0; count < 25; count++)
      answers.push((await visitor.send(to, { email: 'flood@acme.example' }, from)).status);
    expect(new Set(answers)).toEqual(new Set([303, 429]));
    await visitor.send(to, { email: 'calm@acme.example' }).expect(303);
  });

  it('too often at one link is refused, and at others it is not', async () => {
    const [flooded, other] = [await visitor.formAt('/much-sent'), await visitor.formAt('/little-sent')];
    const sendMany = (count: number) =>
      Promise.all(
        Array.from({ length: count }, async () => (await visitor.send(flooded, { _website: 'x' })).status),
      );
    const statuses = await sendMany(100);
    for (let round = 0; round < 20 && !statuses.includes(429); round++)
      statuses.push(...(await sendMany(50)));
    expect(new Set(statuses)).toEqual(new Set([303, 429]));
    expect(statuses.filter((status) => status === 303).length).toBeGreaterThanOrEqual(100);
    await visitor.send(other, { email: 'elsewhere@acme.example' }).expect(303);
  });
});

it('fields may be called anything, and a box is ticked or not', async () => {
  const names = ['constructor', 'action', 'submit', 'elements', 'website', 'toString'.toLowerCase()];
  const fields = [EMAIL, ...names.map((name) => ({ name, type: 'text', label: name }))];
  const form = await visitor.form({
    fields: [...fields, { name: 'terms', type: 'consent', label: 'Terms' }],
  });
  const to = await visitor.formAt('/names', { defaultFormId: form.formId });
  await visitor.send(to, { email: 'few@acme.example' }).expect(303);
  await visitor
    .send(to, {
      email: 'all@acme.example',
      website: 'https://acme.example',
      action: 'a',
      terms: 'on',
    })
    .expect(303);
  expect((await visitor.submissionsWith('few@acme.example'))[0]!.answers).toEqual({
    email: 'few@acme.example',
  });
  expect((await visitor.submissionsWith('all@acme.example'))[0]!.answers).toEqual({
    ...{ email: 'all@acme.example', website: 'https://acme.example', action: 'a', terms: true },
  });
  for (const terms of ['false', '0', 'no'])
    await visitor.sendInline(to, { email: 'no@acme.example', terms }).expect(422);
});
