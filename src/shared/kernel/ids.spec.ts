import fc from 'fast-check';
import { exampleId } from './example-ids.js';
import { ID_PREFIXES, newUuid, uuidOf, wireId, wrongKind } from './ids.js';

describe('ids', () => {
  it('writes the published TypeID vectors', () => {
    expect(wireId('topic', '00000000-0000-0000-0000-000000000000')).toBe('topic_00000000000000000000000000');
    expect(wireId('topic', '00000000-0000-0000-0000-000000000020')).toBe('topic_00000000000000000000000010');
    expect(wireId('topic', 'ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe('topic_7zzzzzzzzzzzzzzzzzzzzzzzzz');
    expect(wireId('topic', '0110c853-1d09-52d8-d73e-1194e95b5f19')).toBe('topic_0123456789abcdefghjkmnpqrs');
  });

  it('reads back every id it writes', () => {
    fc.assert(fc.property(fc.uuid(), (uuid) => uuidOf('account', wireId('account', uuid)) === uuid));
  });

  it.each([
    ['another kind', 'entry_00000000000000000000000010'],
    ['too short', 'topic_0000000000000000000000001'],
    ['beyond 128 bits', 'topic_80000000000000000000000000'],
    ['upper case', 'topic_0000000000000000000000001A'],
    ['a letter outside the alphabet', 'topic_0000000000000000000000001l'],
    ['no prefix', '00000000000000000000000010'],
    ['a plain uuid', '0110c853-1d09-52d8-d73e-1194e95b5f19'],
  ])('refuses %s', (_, id) => {
    expect(uuidOf('topic', id)).toBeUndefined();
  });

  it('makes ids in the order they were made', () => {
    const made = Array.from({ length: 1000 }, () => newUuid());
    expect([...made].sort()).toEqual(made);
  });
});

describe('what is said about an id of another kind', () => {
  it('names both kinds', () => {
    expect(wrongKind('person', exampleId('page'))).toBe(
      'This is a page id; a person id begins with person_.',
    );
    expect(wrongKind('account', exampleId('accountlog'))).toBe(
      'This is an accountlog id; an account id begins with account_.',
    );
  });

  it.each(ID_PREFIXES)('says nothing of %s ids where one is expected', (prefix) => {
    expect(wrongKind(prefix, exampleId(prefix))).toBeUndefined();
  });

  it.each([
    '',
    'page',
    'page_',
    'page_x',
    exampleId('page').toUpperCase(),
    `${exampleId('page')}0`,
    'pages_1',
    '__proto__',
  ])('says nothing of %j, which is no id', (text) => {
    expect(wrongKind('person', text)).toBeUndefined();
  });
});
