import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReceivedFile } from '../../storage/received-file.js';
import { FormParts } from './form-parts.js';

it('receives nothing any more once the form is given up', async () => {
  const received: unknown[] = [];
  const parts = new FormParts(100, (content) => {
    received.push(content);
    return new Promise(() => undefined);
  });
  expect(await parts.abandon()).toEqual([]);
  parts.add('file', Readable.from([Buffer.from('late')]));
  expect(received).toEqual([]);
});

it('waits for more only when its readers do', async () => {
  const { promise: isWritten, resolve: write } = Promise.withResolvers<void>();
  const { promise: isTaken, resolve: take } = Promise.withResolvers<void>();
  const parts = new FormParts(100, async (content) => {
    for await (const chunk of content) {
      expect(chunk.toString()).toBe('all that comes');
      take();
      await isWritten;
    }
    return {} as ReceivedFile;
  });
  const content = new Readable({ read: () => undefined });
  parts.add('file', content);
  expect(parts.areAllWaiting()).toBe(true);
  content.push('all that comes');
  await isTaken;
  expect(parts.areAllWaiting()).toBe(false);
  write();
  await nextTurn();
  expect(parts.areAllWaiting()).toBe(true);
  content.push(null);
  await expect(parts.all()).resolves.toHaveLength(1);
});
