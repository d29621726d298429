import { nearestOf } from './nearest.js';

const KNOWN = ['open_url', 'submit_form', 'copy_text'];

describe('a misspelt word', () => {
  it.each([
    ['open_ulr', 'open_url'],
    ['openurl', 'open_url'],
    ['Open URL', 'open_url'],
    ['submit-form', 'submit_form'],
    ['submitfrom', 'submit_form'],
    ['coppy_txt', 'copy_text'],
  ])('%s was meant to be %s', (text, word) => {
    expect(nearestOf(text, KNOWN)).toBe(word);
  });

  it.each(['', '   ', 'book', 'download', 'o', 'open_url'.repeat(20_000)])('%.20s is none', (text) => {
    expect(nearestOf(text, KNOWN)).toBeUndefined();
  });

  it('is the nearest of several, and the first of equals', () => {
    expect(nearestOf('acm', ['acme-2020', 'acme', 'ace'])).toBe('acme');
    expect(nearestOf('acxe', ['ac', 'acme'])).toBe('acme');
  });
});
