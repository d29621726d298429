import { Readable } from 'node:stream';
import { FormParts } from './form-parts.js';

it('receives nothing any more once the form is given up', async () => {
  const received: Readable[] = [];
  const parts = new FormParts(100, (content) => {
    received.push(content);
    return new Promise(() => undefined);
  });
  expect(await parts.abandon()).toEqual([]);
  parts.add('file', Readable.from([Buffer.from('late')]));
  expect(received).toEqual([]);
});
