import { KeyLookUps } from './key-lookups.js';
import type { KeyStore, StoredKey } from './key-store.js';

/** A store that records its queries, and answers on command. */
function slowStore(): { lookUps: KeyLookUps; batches: string[][]; answers: (() => void)[] } {
  const batches: string[][] = [];
  const answers: (() => void)[] = [];
  const findByHashes = async (hashes: readonly Buffer[]) => {
    batches.push(hashes.map(String));
    await new Promise<void>((answer) => answers.push(answer));
    return hashes.map((hash) => ({ id: String(hash), hash }) as StoredKey);
  };
  return { lookUps: new KeyLookUps({ findByHashes } as unknown as KeyStore), batches, answers };
}

it('looks up together what is asked for while another look-up runs, each key once', async () => {
  const { lookUps, batches, answers } = slowStore();
  const find = async (name: string) => (await lookUps.find(name, Buffer.from(name)))?.id;

  const found = Promise.all(['a', 'b', 'c', 'b'].map(find));
  answers[0]!();
  await new Promise(setImmediate);
  answers[1]!();
  expect(await found).toEqual(['a', 'b', 'c', 'b']);
  expect(batches).toEqual([['a'], ['b', 'c']]);
});

it('looks up so many together, and no more', async () => {
  const { lookUps, batches, answers } = slowStore();
  const names = Array.from({ length: 502 }, (_, number) => `key ${number}`);
  const found = Promise.all(names.map((name) => lookUps.find(name, Buffer.from(name))));
  for (const batch of [0, 1, 2]) {
    answers[batch]!();
    await new Promise(setImmediate);
  }
  await found;
  expect(batches.map(({ length }) => length)).toEqual([1, 500, 1]);
});
