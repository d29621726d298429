import { startupError } from './startup-errors.js';

const failed = (message: string, details: object) => Object.assign(new Error(message), details);

it.each([
  ['a file', failed('no space left on device, write', { code: 'ENOSPC' })],
  ['a file beyond the quota', failed('disk quota exceeded, write', { code: 'EDQUOT' })],
  ['a file of the greatest size', failed('file too large, write', { code: 'EFBIG' })],
  ['the database', failed('could not extend file\nHINT: check free disk space', { code: '53100' })],
  ['the database, as the ORM passes it on', failed('could not extend file', { previous: { code: '53100' } })],
])('a full disk is said in one line: %s', (_, error) => {
  expect(startupError(error)).toBe(`The disk is full: ${error.message.split('\n', 1)[0]}.`);
});

it('an unknown error is shown with its stack', () => {
  const error = failed('something else', { code: 'EIO' });
  expect(startupError(error)).toBe(error.stack);
});
