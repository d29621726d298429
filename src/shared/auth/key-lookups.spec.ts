import { KeyLookUps } from './key-lookups.js';
import type { KeyStore, StoredKey } from './key-store.js';

it('looks up together what is asked for while another look-up runs, each key once', async () => {
  const batches: string[][] = [];
  const answers: (() => void)[] = [];
  const findByHashes = async (hashes: readonly Buffer[]) => {
    batches.push(hashes.map(String));
    await new Promise<void>((answer) => answers.push(answer));
    return hashes.map((hash) => ({ id: String(hash), hash }) as StoredKey);
  };
  const lookUps = new KeyLookUps({ findByHashes } as unknown as KeyStore);
  const find = async (name: string) => (await lookUps.find(name, Buffer.from(name)))?.id;

  const found = Promise.all(['a', 'b', 'c', 'b'].map(find));
  answers[0]!();
  await new Promise(setImmediate);
  answers[1]!();
  expect(await found).toEqual(['a', 'b', 'c', 'b']);
  expect(batches).toEqual([['a'], ['b', 'c']]);
});
