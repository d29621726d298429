import { until } from '../../support/until.js';
import { actionOn, EMAIL, SUBMIT, useFormVisitor } from '../form-visitor.js';
import { DOMAIN } from '../site-visitor.js';

const { api, visitor } = useFormVisitor();

describe('the form of a page', () => {
  const labelsOn = (html: string) =>
    [...html.matchAll(/<label for="form-(?!_website)[^"]*"[^>]*>([^<]*)/g)].map(([, label]) => label);

  it("is the audience's, else the page's, else asks for an email address alone", async () => {
    const ofPage = await visitor.form({ fields: [{ ...EMAIL, label: 'Of the page' }] });
    const ofAudience = await visitor.form({ fields: [{ ...EMAIL, label: 'Of the audience' }] });
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
      await visitor.formAt(path, page, { actionFormInstructionsOverride: 'Tell us <b>all</b>', ...audience });
      const { text } = await visitor.open(`/home${path}`).expect(200);
      expect(labelsOn(text)).toEqual([label]);
      expect(text).toContain('Tell us &lt;b>all&lt;/b>');
    }
  });

  it('follows its changes and its deletion within a second', async () => {
    const form = await visitor.form({ fields: [{ ...EMAIL, label: 'Before' }] });
    await visitor.formAt('/changing', { defaultFormId: form.formId });
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
    expect(text.match(/<form[^>]* data-foyer>/g)).toHaveLength(1);
    const preview = await visitor.open(await visitor.previewPath(audience)).expect(200);
    expect(preview.text).toMatch(/<form class="form" method="post" data-foyer/);
    expect(preview.text).toMatch(/<button class="button" disabled dir="auto">/);
  });

  it('can be sent on a domain, and leads back to it', async () => {
    const tenantDomainId = await visitor.provenDomain();
    const audience = await visitor.audience({}, (await visitor.page({ actions: [SUBMIT] })).pageId);
    await visitor.link('/on-domain', audience, { tenantDomainId });
    const to = actionOn((await visitor.onDomain('/on-domain').expect(200)).text);
    await visitor.send(to, { email: 'domain@acme.example' }, { host: DOMAIN }).expect(303);
    const [submission] = await visitor.submissionsWith('domain@acme.example');
    const { body } = await api.get(`/v0/audience_sessions/${submission!.analyticsSessionId}`).expect(200);
    expect(new URL(body.pageUrl as string).hostname).toBe(DOMAIN);
  });
});
