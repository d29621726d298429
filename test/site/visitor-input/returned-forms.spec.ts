import { jest } from '@jest/globals';
import { BoundedMarkdown } from '../../../src/shared/markdown/bounded-markdown.js';
import { until } from '../../support/until.js';
import { actionOn, EMAIL, SUBMIT, useFormVisitor } from '../form-visitor.js';
import { DOMAIN } from '../site-visitor.js';

const { api, visitor } = useFormVisitor();

const POLICY = 'content-security-policy';

/** Counts how often the text was rendered since now. */
function renderingsOf(text: string): () => number {
  const render = jest.spyOn(BoundedMarkdown.prototype, 'render');
  return () => render.mock.calls.filter(([rendered]) => rendered === text).length;
}

afterEach(() => jest.restoreAllMocks());

/** The page before and after its form. */
function around(html: string): string[] {
  return html.split(/<form class="form" method="post" action="\/_foyer\/forms[^]*?<\/form>/);
}

describe('a returned form', () => {
  it('is shown in the page that was rendered before', async () => {
    const body = 'Rendered *once*';
    const renderings = renderingsOf(body);
    const to = await visitor.formAt('/returned', { body });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => visitor.send(to, { email: `faulty ${at}` }).expect(422)),
    );
    for (const [at, { text }] of answers.entries()) {
      expect(text).toContain(`value="faulty ${at}"`);
      expect(text).toContain('<p dir="auto">Rendered <em>once</em></p>');
    }
    expect(renderings()).toBe(1);
  });

  it('is all that differs from the page', async () => {
    const fields = [
      EMAIL,
      { name: 'message', type: 'text', label: 'Message' },
      { name: 'size', type: 'choice', label: 'Size', options: ['small', 'large'] },
      { name: 'terms', type: 'consent', label: 'Terms', required: true },
    ];
    const { formId } = await visitor.form({ fields, thankYouUrl: 'https://acme.example/thanks' });
    const to = await visitor.formAt('/differs', { defaultFormId: formId, body: 'A *body*' });
    const page = await visitor.open('/home/differs').expect(200);
    const given = { email: 'ada@', message: "$& $' </textarea>", size: 'large', terms: 'yes' };
    const { text, headers } = await visitor.send(to, given).expect(422);
    expect(around(page.text)).toHaveLength(2);
    expect(around(text)).toEqual(around(page.text));
    expect(headers[POLICY]).toBe(page.headers[POLICY]);
    expect(headers.etag).toBeUndefined();
    expect(headers['cache-control']).toBe('private, no-store');
    expect(actionOn(text)).toBe(to);
    for (const part of [
      'value="ada@"',
      'aria-invalid="true" aria-describedby="form-email-fault"',
      "$&amp; $' &lt;/textarea></textarea>",
      '<option value="large" selected>',
      'Please enter an email address, such as ada@example.com.',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/<input[^>]* name="terms"[^>]* checked/);
    const { text: next } = await visitor.open('/home/differs').expect(200);
    expect(next).toBe(page.text);
  });

  it('is shown in the page of the root of a tenant or a domain, too', async () => {
    const tenantDomainId = await visitor.provenDomain();
    const body = 'At the *root*';
    const renderings = renderingsOf(body);
    const audience = await visitor.audience({}, (await visitor.page({ actions: [SUBMIT], body })).pageId);
    await visitor.link('/', audience);
    await visitor.link('/', audience, { tenantDomainId });
    const onOwn = actionOn((await visitor.open('/home').expect(200)).text);
    const onDomain = actionOn((await visitor.onDomain('/').expect(200)).text);
    const own = await visitor.send(onOwn, { email: 'x' }).expect(422);
    const other = await visitor.send(onDomain, { email: 'x' }, { host: DOMAIN }).expect(422);
    expect([actionOn(own.text), actionOn(other.text)]).toEqual([onOwn, onDomain]);
    expect(renderings()).toBe(2);
  });

  it('is the form as it is now', async () => {
    const { formId } = await visitor.form({ fields: [EMAIL] });
    const to = await visitor.formAt('/now', { defaultFormId: formId });
    const fields = [EMAIL, { name: 'name', type: 'text', label: 'Your name', required: true }];
    await api.patch(`/v0/forms/${formId}`, { fields }).expect(200);
    const sent = { email: 'ada@' };
    const text = await until(async () => {
      const answer = await visitor.send(to, sent).expect(422);
      return answer.text.includes('Your name') ? answer.text : undefined;
    });
    expect(text.match(/aria-invalid="true"/g)).toHaveLength(2);
  });
});
