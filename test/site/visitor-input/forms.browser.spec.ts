import { inBrowser, waitAsVisitorsDo } from '../../support/browser.js';
import { useTestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { action } from '../../pages/records.js';
import { Receiver } from '../../webhooks/receiver.js';
import { SiteVisitor } from '../site-visitor.js';

const used = useTestService({ ROLE: 'all', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' });
const { service, api } = used;
const visitor = new SiteVisitor(used);

let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.open();
  const events = ['form.submitted', 'form.enriched'];
  await api.post('/v0/webhook_subscriptions', { url: receiver.url, events }).expect(201);
});
afterAll(() => receiver.close());

const FIELDS = [
  { name: 'email', type: 'email', label: 'Your work email', required: true },
  { name: 'size', type: 'choice', label: 'How large is your team?', options: ['1 to 10', 'More'] },
  { name: 'message', type: 'text', label: 'What would you like to know?', minLength: 5 },
  { name: 'terms', type: 'consent', label: 'You may write to me.', required: true },
];

async function pageWithForm(path: string): Promise<string> {
  const form = { name: 'Talk', fields: FIELDS, thankYouText: 'We will write to you.' };
  const { body } = await api.post('/v0/forms', form).expect(201);
  const actions = [
    { ...action('talk'), actionType: 'submit_form', purpose: 'Talk to us', buttonTitle: 'Send' },
  ];
  await visitor.shown(path, { actions, defaultFormId: body.formId, metadata: { title: 'Forms' } });
  return `${service.siteUrl}/home${path}`;
}

async function submissionOf(email: string) {
  const { body } = await api.get('/v0/form_submissions?limit=100').expect(200);
  return body.items.find(({ answers }: { answers: { email: string } }) => answers.email === email);
}

inBrowser('a form in a browser', (newPage) => {
  it.each([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ])('is filled in, corrected, sent and kept %s', async (_, javaScriptEnabled) => {
    const email = `ada-${javaScriptEnabled}@acme.example`;
    const { page, troubles } = await newPage({ javaScriptEnabled });
    await page.goto(await pageWithForm(`/talk-${javaScriptEnabled}`));
    await page.getByLabel('Your work email').fill(email);
    await page.getByLabel('How large is your team?').selectOption('More');
    await page.getByLabel('What would you like to know?').fill('Hm');
    await page.getByLabel('You may write to me.').check();
    if (javaScriptEnabled) await waitAsVisitorsDo(page);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Please write at least 5 characters.').waitFor();
    expect(await page.getByLabel('Your work email').inputValue()).toBe(email);
    expect(await page.getByLabel('How large is your team?').inputValue()).toBe('More');
    expect(await page.getByLabel('You may write to me.').isChecked()).toBe(true);

    await page.getByLabel('What would you like to know?').fill('What it costs');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('We will write to you.').waitFor();
    expect(new URL(page.url()).pathname.startsWith('/_foyer/')).toBe(!javaScriptEnabled);

    const submission = await submissionOf(email);
    expect(submission.answers).toEqual({ email, size: 'More', message: 'What it costs', terms: true });
    expect(await visitor.read(`/v0/persons/${submission.personId}`)).toMatchObject({ email });
    expect(await visitor.read(`/v0/audience_sessions/${submission.analyticsSessionId}`)).toMatchObject({
      ...{ hasConversion: true, formSubmissionEmail: email },
    });
    const received = () =>
      receiver.received
        .map(({ body }) => body.payload)
        .filter(({ formSubmissionId }) => formSubmissionId === submission.formSubmissionId)
        .map(({ type }) => type);
    await until(() => received().length === 2);
    expect(received().sort()).toEqual(['form.enriched', 'form.submitted']);
    // The browser says so of each answer that is none of 200 to 399.
    const refused = expect.stringContaining('status of 422');
    expect(troubles).toEqual([refused]);
  });
});
