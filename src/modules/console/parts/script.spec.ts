import { Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { SCRIPT } from './script.js';

const MAX_BYTES = 15 * 1024;

it('the script is small', () => {
  expect(gzipSync(SCRIPT).length).toBeLessThan(MAX_BYTES);
});

it('the script is well-formed', () => {
  // Compiles it without running it.
  expect(() => new Script(SCRIPT)).not.toThrow();
});
