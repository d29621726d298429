import { WORDS } from '../../../src/modules/site/words/site-languages.js';
import { actionOn, EMAIL, SUBMIT, useFormVisitor } from '../form-visitor.js';
import { JSON_CLIENT } from '../site-visitor.js';

const { visitor } = useFormVisitor();

/** No brand, so that nothing states a language. */
const UNSTATED = { brandId: 'no-brand', actions: [SUBMIT] };

const accepting = (language: string) => ({ 'accept-language': language });

describe('a form', () => {
  const fields = [EMAIL, { name: 'why', type: 'text', label: 'Why?', maxLength: 1 }];
  const faulty = { email: 'ada@', why: 'because' };

  it('is answered in the language of its page, whatever the browser accepts then', async () => {
    const { formId } = await visitor.form({ fields });
    const to = await visitor.formAt('/german', { ...UNSTATED, language: 'de', defaultFormId: formId });
    const returned = await visitor.send(to, faulty, accepting('fr')).expect(422);
    expect(returned.text).toContain('<html lang="de" dir="ltr">');
    expect(returned.text).toContain('Bitte schreiben Sie höchstens 1 Zeichen; jetzt sind es 7.');
    const { body, headers } = await visitor
      .send(to, faulty, { ...JSON_CLIENT, ...accepting('fr') })
      .expect(422);
    expect(headers['content-language']).toBe('de');
    expect(body.faults).toEqual([
      {
        ...{ field: 'email', code: 'wrong_email' },
        message: 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.com.',
      },
      {
        field: 'why',
        code: 'too_long',
        message: 'Bitte schreiben Sie höchstens 1 Zeichen; jetzt sind es 7.',
      },
    ]);
    const quick = await visitor.send(to, { email: 'a@b.example', _ms: '1' }, JSON_CLIENT).expect(422);
    expect(quick.body.faults).toEqual([{ field: '', code: 'too_quick', message: WORDS.de.faults.too_quick }]);
  });

  it('is answered in the language of the words of its page if the page has none', async () => {
    await visitor.shown('/any', UNSTATED);
    const { text } = await visitor.open('/home/any', accepting('pt')).expect(200);
    const to = actionOn(text);
    const returned = await visitor.send(to, { email: '' }, accepting('nl')).expect(422);
    expect(returned.text).toContain(`lang="pt">${WORDS.pt.faults.email_missing}</p>`);
    const { body } = await visitor.send(to, {}, { ...JSON_CLIENT, ...accepting('nl') }).expect(422);
    expect(body.faults[0].message).toBe(WORDS.pt.faults.email_missing);
    const [plain] = to.split('?');
    const { body: other } = await visitor
      .send(plain!, {}, { ...JSON_CLIENT, ...accepting('nl') })
      .expect(422);
    expect(other.faults[0].message).toBe(WORDS.nl.faults.email_missing);
  });

  it('is thanked for in the language of its page, with JavaScript and without', async () => {
    const to = await visitor.formAt('/thanked', { ...UNSTATED, language: 'ar' });
    const { headers } = await visitor.send(to, { email: 'a@acme.example' }, accepting('fr')).expect(303);
    const { text } = await visitor.open(headers.location!, accepting('fr')).expect(200);
    expect(text).toContain('<html lang="ar" dir="rtl">');
    expect(text).toContain(`<h1>${WORDS.ar.form.thanks}</h1>`);
    const inline = await visitor.sendInline(to, { email: 'b@acme.example' }).expect(200);
    expect(inline.body).toEqual({ thankYouText: WORDS.ar.form.thanks, thankYouUrl: null });
    expect(inline.headers['content-language']).toBe('ar');
  });

  it('is thanked for with the words of its owner, whose language nobody states', async () => {
    const { formId } = await visitor.form({ thankYouText: 'שלום' });
    await visitor.shown('/owner', { ...UNSTATED, defaultFormId: formId });
    const to = actionOn((await visitor.open('/home/owner', accepting('es'))).text);
    const { headers } = await visitor.send(to, { email: 'c@acme.example' }).expect(303);
    const { text } = await visitor.open(headers.location!).expect(200);
    expect(text).toContain('<html lang="und" dir="ltr">');
    expect(text).toContain('<h1 dir="auto">שלום</h1>');
    const inline = await visitor.sendInline(to, { email: 'd@acme.example' }).expect(200);
    expect(inline.headers['content-language']).toBeUndefined();
  });

  it.each([
    '?language=<b>',
    '?language=xx-YY-ZZ',
    '?words=xx',
    '?language=a&language=b',
    '?words=constructor',
  ])('may be sent with %s, and is answered in English', async (query) => {
    const [path] = (await visitor.formAt(`/q${query.replaceAll(/\W/g, '-')}`, UNSTATED)).split('?');
    const { body } = await visitor.sendInline(path + query, {}).expect(422);
    expect(body.faults[0].message).toBe(WORDS.en.faults.email_missing);
  });
});
