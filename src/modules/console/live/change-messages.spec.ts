import { messageOf, wordsOf } from './change-messages.js';

const id = (kind: string) => `${kind}_01je7nqt00e008000000000001`;

it('the words of an event are its type and the ids of records, and nothing else that it has', () => {
  const payload = {
    type: 'page.version.created',
    pageId: id('page'),
    versionId: id('page_version'),
    note: 'Ada',
  };
  expect(wordsOf({ payload } as never)).toEqual(['page.version.created', id('page'), id('page_version')]);
});

it('many words become the one for everything', () => {
  const words = new Set(Array.from({ length: 201 }, (_, at) => `w${at}`));
  expect(messageOf(words)).toBe('data: *\n\n');
  expect(messageOf(new Set(['a', 'b']))).toBe('data: a b\n\n');
});
