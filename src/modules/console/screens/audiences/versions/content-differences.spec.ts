import { differencesIn, differingLines, linesOf, withoutRepeats } from './content-differences.js';

const CONTENT = {
  title: 'Spring',
  sections: [
    { type: 'hero', title: 'Spring' },
    { type: 'actions', actions: [{ buttonTitle: 'Book' }, { buttonTitle: 'Call' }] },
  ],
};

const differences = (...operations: Parameters<typeof differencesIn>[1]) =>
  differencesIn(CONTENT, operations);

describe('differences', () => {
  it('have what was there before', () => {
    expect(differences({ op: 'replace', path: '/title', value: 'Summer' })).toEqual([
      { place: ['title'], before: 'Spring', after: 'Summer' },
    ]);
  });

  it('name items by their type, or count them from 1', () => {
    const [difference] = differences({
      op: 'replace',
      path: '/sections/1/actions/0/buttonTitle',
      value: 'Ask',
    });
    expect(difference!.place).toEqual(['sections', 'actions', 'actions', 1, 'buttonTitle']);
  });

  it('follow the operations one after the other', () => {
    const found = differences(
      { op: 'remove', path: '/sections/0' },
      { op: 'replace', path: '/sections/0/actions/1/buttonTitle', value: 'Write' },
      { op: 'add', path: '/sections/0', value: { type: 'body', text: 'New' } },
      { op: 'replace', path: '/sections/1/actions/0/buttonTitle', value: 'Ask' },
    );
    expect(found.map(({ place, before }) => [place[1], before])).toEqual([
      ['hero', { type: 'hero', title: 'Spring' }],
      ['actions', 'Call'],
      ['body', undefined],
      ['actions', 'Book'],
    ]);
  });

  it('leave the content as it is', () => {
    const before = structuredClone(CONTENT);
    differences({ op: 'remove', path: '/sections/0' });
    expect(CONTENT).toEqual(before);
  });

  it('can be the whole content', () => {
    expect(differences({ op: 'replace', path: '', value: {} })).toEqual([
      { place: [], before: CONTENT, after: {} },
    ]);
  });

  it('that are the same in several places are one', () => {
    const found = differences(
      { op: 'replace', path: '/title', value: 'Summer' },
      { op: 'replace', path: '/sections/0/title', value: 'Summer' },
      { op: 'replace', path: '/sections/1/actions/0/buttonTitle', value: 'Summer' },
    );
    expect(withoutRepeats(found).map(({ places }) => places.map((place) => place.at(-1)))).toEqual([
      ['title', 'title'],
      ['buttonTitle'],
    ]);
  });

  it('read the escapes of a place', () => {
    const [difference] = differencesIn({ 'a/b~c': 1 }, [{ op: 'remove', path: '/a~1b~0c' }]);
    expect(difference).toEqual({ place: ['a/b~c'], before: 1, after: undefined });
  });
});

it('the lines of a value are its texts', () => {
  expect(linesOf({ type: 'body', text: 'One\ntwo', deep: ['three', 4, true] })).toEqual([
    'One',
    'two',
    'three',
    '4',
    'true',
  ]);
  expect([linesOf(undefined), linesOf(null)]).toEqual([[], []]);
});

it.each([
  [
    ['a', 'b', 'c'],
    ['a', 'x', 'c'],
    [['b'], ['x']],
  ],
  [['a'], ['a', 'a'], [[], ['a']]],
  [
    ['a', 'b'],
    ['a', 'b'],
    [[], []],
  ],
  [[], ['a'], [[], ['a']]],
])('of %j and %j, only the lines that differ are shown', (before, after, differing) => {
  expect(differingLines(before, after)).toEqual(differing);
});
