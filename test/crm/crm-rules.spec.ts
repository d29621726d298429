import fc from 'fast-check';
import { companyDomainOfEmail, isEmail } from '../../src/modules/crm/entities/email-address.js';
import { linkedinKeyOf } from '../../src/modules/crm/entities/person-keys.js';
import { slugOf, withRandomSuffix } from '../../src/shared/kernel/texts/slug.js';
import { titled } from '../support/titled.js';

describe('an email address', () => {
  it.each(
    titled([
      ...['a@b.co', 'jane.doe+tag@mail.example.com', "o'brien@example.com", 'jörg@bücher.de', '用户@例え.jp'],
      `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(60)}.com`,
    ]),
  )('looks like %s', (_, text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each(
    titled([
      ...[
        '',
        'a',
        '@',
        'a@',
        '@b.co',
        'a@b',
        'a@b.',
        'a b@c.de',
        'a@b c.de',
        'a@@b.co',
        'a@b@c.de',
        '.a@b.co',
      ],
      ...['a.@b.co', 'a..b@c.de', 'a@b.co/x', 'a@b.co:25', 'a@127.0.0.1', '<a@b.co>', 'a@b.co\n', ' a@b.co'],
      ...[
        `${'a'.repeat(65)}@b.co`,
        `a@${'b.'.repeat(200)}com`,
        'a'.repeat(1_000_000),
        `a@${'b'.repeat(900_000)}.co`,
      ],
    ]),
  )('does not look like %s', (_, text) => {
    expect(isEmail(text)).toBe(false);
  });

  it.each([
    ['jane@Example.com', 'example.com'],
    ['jane@www.example.com', 'example.com'],
    ['jane@gmail.com', null],
    ['jane@GMX.de', null],
    ['jane@yahoo.co.uk', null],
  ])('%s is of the company %s', (email, domain) => {
    expect(companyDomainOfEmail(email)).toBe(domain);
  });
});

describe('a slug', () => {
  it.each(
    titled([
      ['Jane Doe', 'jane-doe'],
      ["Seán O'Brien", 'sean-obrien'],
      ['Zoë Straßer-Łukasz', 'zoe-strasser-lukasz'],
      ['Søren Ærø', 'soren-aero'],
      ['Лев Толстой', 'lev-tolstoy'],
      ['Ольга', 'olga'],
      ['Νίκος Καζαντζάκης', 'nikos-kazantzakis'],
      ['  --Dr.  X.  ', 'dr-x'],
      ['ﬁne', 'fine'],
      ['李小龙', 'li-xiao-long'],
      ['山田太郎', 'shan-tian-tai-lang'],
      ['佐藤 さくら', 'zuo-teng-sakura'],
      ['김민수', 'gim-min-su'],
      ['محمد علي', 'mhmd-ly'],
      ['יצחק רבין', 'ytshk-rvyn'],
      ['राजेश कुमार', 'rajes-kumar'],
      ['สมชาย ใจดี', 'smchay-aichdi'],
      ['Trần Hưng Đạo', 'tran-hung-dao'],
      ['Jane 🎉❤️🇩🇪', 'jane'],
      ['🎉', 'person'],
      ['a'.repeat(255), 'a'.repeat(60)],
      [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
    ] as const),
  )('of a name: %s', (_, [name, slug]) => {
    expect(slugOf(name, 'person')).toBe(slug);
  });

  it('is never empty, and fits the address of a page', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) =>
        /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slugOf(name, 'person')),
      ),
    );
  });

  it('is the same whether letters come composed or not', () => {
    expect(slugOf('Толстой'.normalize('NFD'), 'person')).toBe('tolstoy');
  });

  it('is made in no time, whatever the name consists of', () => {
    const before = performance.now();
    for (const text of ['界', 'ﷺ', '🎉', '👨‍', '\u0301', '\ud800', "'", '-'])
      slugOf(text.repeat(255).slice(0, 510), 'person');
    expect(performance.now() - before).toBeLessThan(1000);
  });

  it('gets a suffix, each time a new one', () => {
    const [first, next] = [withRandomSuffix('jane-doe'), withRandomSuffix('jane-doe')];
    expect(first).toMatch(/^jane-doe-[a-z0-9]{6}$/);
    expect(next).not.toBe(first);
  });
});

describe('a LinkedIn profile', () => {
  it.each([
    'linkedin.com/in/jane',
    'http://linkedin.com/in/jane/',
    'https://www.LinkedIn.com/in/Jane?trk=x#about',
    ' https://www.linkedin.com/in/jane// ',
  ])('is the same one as %s', (url) => {
    expect(linkedinKeyOf(url)).toBe(linkedinKeyOf('https://www.linkedin.com/in/jane'));
  });

  it('is told from another', () => {
    expect(linkedinKeyOf('https://linkedin.com/in/jane')).not.toBe(
      linkedinKeyOf('https://linkedin.com/in/janet'),
    );
  });

  it('is read in no time, whatever it consists of', () => {
    const before = performance.now();
    linkedinKeyOf(`x${'/'.repeat(500_000)}y`);
    expect(performance.now() - before).toBeLessThan(1000);
  });
});
