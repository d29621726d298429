import { jest } from '@jest/globals';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { PageRenderer } from '../../../src/modules/site/pages/page-renderer.js';
import { SITE_LANGUAGES, WORDS } from '../../../src/modules/site/words/site-languages.js';
import { until } from '../../support/until.js';
import { actionOn, SUBMIT, useFormVisitor } from '../form-visitor.js';
import { JSON_CLIENT } from '../site-visitor.js';

const { service, api, visitor } = useFormVisitor();

/** No brand, so that nothing states a language. */
const UNSTATED = { brandId: 'no-brand', actions: [SUBMIT] };

const accepting = (language: string) => ({ 'accept-language': language });

const rendered = () => jest.spyOn(service.app.get(PageRenderer, { strict: false }), 'render');

const QUESTIONS_TO = /action="(\/_foyer\/questions\/[^"]+)"/;

let brandId: string;

beforeAll(async () => {
  const { body: topic } = await api.post('/v0/topics', { title: 'How do I begin?' }).expect(201);
  const content = { type: 'text', content: 'How do I begin?\nWrite a page.' };
  await api.post(`/v0/topics/${topic.topicId}/entries`, { content }).expect(201);
  const { body: brand } = await api.post('/v0/brands', { key: 'bistro', name: 'Bistro', language: 'fr' });
  brandId = brand.brandId;
});

afterEach(() => jest.restoreAllMocks());

async function person(about: { name: string; email?: string }): Promise<{ personId: string }> {
  return (await api.post('/v0/persons', about).expect(201)).body;
}

describe('the words of the site on a page', () => {
  it.each(SITE_LANGUAGES)('are in its language: %s', async (language) => {
    const tag = language === 'zh-Hans' ? 'zh' : language;
    await visitor.shown(`/in-${tag}`, { ...UNSTATED, language: tag });
    const { text, headers } = await visitor.open(`/home/in-${tag}`, accepting('en')).expect(200);
    expect(text).toContain(`<html lang="${tag}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    const { form, question } = WORDS[language];
    expect(text).toContain(`<label for="form-email">${form.email}</label>`);
    expect(text).toContain(`<label for="question">${question.label}</label>`);
    expect(headers.vary).toBe('Accept-Encoding');
  });

  it.each(SITE_LANGUAGES)('greet a person in its language: %s', async (language) => {
    const tag = language === 'zh-Hans' ? 'zh' : language;
    const { name, company } = WORDS[language].greeting;
    const alone = await person({ name: `Grace ${tag}` });
    const employed = await person({ name: `Ada ${tag}`, email: `ada@${tag}.example` });
    const shows = async (path: string, { personId }: { personId: string }) => {
      await visitor.shown(path, { ...UNSTATED, language: tag }, { personId });
      return (await visitor.open(`/home${path}`).expect(200)).text;
    };
    expect(await shows(`/alone-${tag}`, alone)).toContain(
      `<p class="greeting">${name.replace('{name}', `<bdi>Grace ${tag}</bdi>`)}</p>`,
    );
    const greeting = company.replace('{name}', `<bdi>Ada ${tag}</bdi>`);
    expect(await shows(`/employed-${tag}`, employed)).toContain(
      `<p class="greeting">${greeting.replace('{company}', `<bdi>${tag}.example</bdi>`)}</p>`,
    );
  });

  it('greet as they were composed in a version of an earlier release', async () => {
    const { personId } = await person({ name: 'Mary Major' });
    await visitor.shown('/earlier', { ...UNSTATED, language: 'de' }, { personId });
    await service.pool.query(
      `update audience_version v set content = content #- '{sections,0,greeted}' from audience a
       where a.id = v.audience_id and a.tenant_id = v.tenant_id and a.person_id = $1`,
      [uuidOf('person', personId)],
    );
    const { text } = await visitor.open('/home/earlier').expect(200);
    expect(text).toContain('<p class="greeting" dir="auto">For Mary Major</p>');
  });

  it("are in the brand's language if the page has none, and follow it within a second", async () => {
    await visitor.shown('/branded', { ...UNSTATED, brandId: 'bistro' });
    const shows = async (language: 'fr' | 'nl') => {
      const { text, headers } = await visitor.open('/home/branded', accepting('es')).expect(200);
      return text.includes(WORDS[language].question.label) && headers.vary === 'Accept-Encoding';
    };
    expect(await shows('fr')).toBe(true);
    await api.patch(`/v0/brands/${brandId}`, { language: 'nl' }).expect(200);
    await until(() => shows('nl'));
  });

  it('are in English on a page in another language, and say so', async () => {
    await visitor.shown('/hebrew', { ...UNSTATED, language: 'he' });
    const { text, headers } = await visitor.open('/home/hebrew', accepting('de')).expect(200);
    expect(text).toContain('<html lang="he" dir="rtl">');
    expect(text).toContain('<label for="question" lang="en" dir="ltr">Ask a question</label>');
    expect(headers.vary).toBe('Accept-Encoding');
    await visitor.shown('/taiwan', { ...UNSTATED, language: 'zh-Hant' });
    const { text: inTaiwan } = await visitor.open('/home/taiwan').expect(200);
    expect(inTaiwan).toContain(
      `<label for="question" lang="zh-Hans">${WORDS['zh-Hans'].question.label}</label>`,
    );
  });

  it('are those that the visitor accepts if nothing states a language, without turning the page around', async () => {
    await visitor.shown('/unstated', UNSTATED);
    const open = (language: string) => visitor.open('/home/unstated', accepting(language)).expect(200);
    const [arabic, german, french] = [
      await open('ar,en;q=0.5'),
      await open('sv,de;q=0.9,en;q=0.8'),
      await open('fr'),
    ];
    expect(arabic.text).toContain('<html lang="und" dir="ltr">');
    expect(arabic.text).toContain(
      `<label for="question" lang="ar" dir="rtl">${WORDS.ar.question.label}</label>`,
    );
    expect(german.text).toContain(`<label for="question" lang="de">${WORDS.de.question.label}</label>`);
    const answers = [arabic, german, french];
    for (const { headers } of answers) expect(headers.vary).toBe('Accept-Encoding, Accept-Language');
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(3);
    const known = { ...accepting('de-AT'), 'if-none-match': german.headers.etag! };
    await visitor.open('/home/unstated', known).expect(304);
    await visitor.open('/home/unstated', { ...known, ...accepting('fr') }).expect(200);
  });

  it('are rendered once where the language is stated, and at most once for each language elsewhere', async () => {
    await visitor.shown('/once', { ...UNSTATED, language: 'it' });
    await visitor.shown('/each', UNSTATED);
    const many = Array.from(
      { length: 40 },
      (_, at) => `x${String.fromCharCode(97 + (at % 26))},tlh;q=0.${at % 10}`,
    );
    const headers = [...SITE_LANGUAGES, ...SITE_LANGUAGES.map((each) => `${each};q=0.3`), ...many];
    const render = rendered();
    await Promise.all(headers.map((each) => visitor.open('/home/once', accepting(each)).expect(200)));
    expect(render).toHaveBeenCalledTimes(1);
    await Promise.all(headers.map((each) => visitor.open('/home/each', accepting(each)).expect(200)));
    expect(render).toHaveBeenCalledTimes(1 + SITE_LANGUAGES.length);
    for (const each of headers) await visitor.open('/home/each', accepting(each)).expect(200);
    expect(render).toHaveBeenCalledTimes(1 + SITE_LANGUAGES.length);
  });

  it('are chosen in the same way in a preview', async () => {
    const unstated = await visitor.audience({}, (await visitor.page(UNSTATED)).pageId);
    const german = await visitor.audience({}, (await visitor.page({ ...UNSTATED, language: 'de' })).pageId);
    const opened = async (audience: typeof german) =>
      (await visitor.open(await visitor.previewPath(audience), accepting('ja')).expect(200)).text;
    expect(await opened(unstated)).toContain(WORDS.ja.question.label);
    expect(await opened(german)).toContain(WORDS.de.question.label);
  });
});

describe('a question', () => {
  it('is answered and refused in the language of its page', async () => {
    await visitor.shown('/asked', { ...UNSTATED, language: 'es' });
    const [, to] = QUESTIONS_TO.exec((await visitor.open('/home/asked')).text)!;
    const unknown = await visitor.sendInline(to!, { question: 'xyzzy' }).expect(200);
    expect(unknown.body).toEqual({ answer: WORDS.es.question.noAnswer });
    expect(unknown.headers['content-language']).toBe('es');
    const page = await visitor.send(to!, { question: 'xyzzy' }, accepting('de')).expect(200);
    expect(page.text).toContain('<html lang="es" dir="ltr">');
    expect(page.text).toContain(`>${WORDS.es.back}</a>`);
    const refused = await visitor.sendInline(to!, {}).expect(422);
    expect(refused.body).toMatchObject({ code: 'question_refused', detail: WORDS.es.question.missing });
    const long = await visitor.send(to!, { question: 'x'.repeat(501) }, accepting('de')).expect(422);
    expect(long.text).toContain('Una pregunta puede tener como máximo 500 caracteres. Acórtela, por favor.');
    const known = await visitor.sendInline(to!, { question: 'How do I begin?' }).expect(200);
    expect(known.headers['content-language']).toBeUndefined();
  });
});

describe('a notice', () => {
  it.each(SITE_LANGUAGES)('is in the language that the visitor accepts: %s', async (language) => {
    const { title, text } = WORDS[language].notices.notFound;
    const opened = await visitor.open('/home/nothing', accepting(`tlh,${language};q=0.1`)).expect(404);
    const direction = language === 'ar' ? 'rtl' : 'ltr';
    expect(opened.text).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(opened.text).toContain(`<h1>${title}</h1><p class="lead">${text}</p>`);
    expect(opened.headers.vary).toBe('Accept, Accept-Encoding, Accept-Language');
    const problem = await visitor
      .open('/home/nothing', { ...JSON_CLIENT, ...accepting(language) })
      .expect(404);
    expect(problem.body).toMatchObject({ code: 'page_not_found', title: 'Not Found', detail: text });
    expect(problem.headers).toMatchObject({ 'content-language': language, vary: 'Accept, Accept-Language' });
  });

  it.each([
    ['get', '/home/nothing', 404, WORDS.de.notices.notFound.title],
    ['put', '/home/nothing', 405, WORDS.de.notices.wrongMethod.title],
    ['get', '/_foyer/previews/nonsense', 403, WORDS.de.notices.invalidUrl.title],
    ['get', '/home/%ff', 400, WORDS.de.notices.malformed.title],
  ] as const)('of %s %s is in the same language', async (method, path, status, title) => {
    const response = await fetch(service.siteUrl + path, {
      method,
      headers: { accept: 'text/html', ...accepting('de') },
    });
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(`<h1>${title}</h1>`);
  });

  it('of a form that is not accepted any more is in the language of its page', async () => {
    const { pageId } = await visitor.shown('/leaving', { ...UNSTATED, language: 'ja' });
    const to = actionOn((await visitor.open('/home/leaving')).text);
    await api.delete(`/v0/pages/${pageId}`).expect(200);
    const { text } = await visitor.send(to, { email: 'a@acme.example' }, accepting('fr')).expect(404);
    expect(text).toContain('<html lang="ja" dir="ltr">');
    const gone = await until(async () => {
      const answer = await visitor.open('/home/leaving', accepting('fr'));
      return answer.status === 410 ? answer : undefined;
    });
    expect(gone.text).toContain(WORDS.fr.notices.gone.title);
  });

  it('of too many forms names the time to wait', async () => {
    const to = await visitor.formAt('/many', { ...UNSTATED, language: 'nl' });
    const sent = { ...JSON_CLIENT, 'x-forwarded-for': '10.250.0.1' };
    const answers = await Promise.all(Array.from({ length: 25 }, () => visitor.send(to, {}, sent)));
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body).toMatchObject({
      code: 'too_many_submissions',
      detail: 'Er zijn zojuist te veel formulieren verstuurd. Probeer het over 1 minuut opnieuw.',
    });
  });
});
