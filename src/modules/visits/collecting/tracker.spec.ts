import { gzipSync } from 'node:zlib';
import { TRACKER } from './tracker.js';

const MAX_BYTES = 3 * 1024;

it('the tracker is small', () => {
  expect(gzipSync(TRACKER).length).toBeLessThan(MAX_BYTES);
});
