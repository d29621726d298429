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

const nextTurn = () => new Promise(setImmediate);

it('looks up together what is asked for in one turn, or while another look-up runs, each key once', async () => {
  const { lookUps, batches, answers } = slowStore();
  const find = async (name: string) => (await lookUps.find(name, Buffer.from(name)))?.id;

  const first = Promise.all(['a', 'b', 'a'].map(find));
  await nextTurn();
  const second = Promise.all(['a', 'c', 'd', 'c'].map(find));
  answers[0]!();
  await nextTurn();
  answers[1]!();
  expect([await first, await second]).toEqual([
    ['a', 'b', 'a'],
    ['a', 'c', 'd', 'c'],
  ]);
  expect(batches).toEqual([
    ['a', 'b'],
    ['a', 'c', 'd'],
  ]);
});

it('finds a key by the secret before its rotation, too', async () => {
  const [hash, previousHash] = ['current', 'previous'].map((text) => Buffer.from(text)) as [Buffer, Buffer];
  const key = { id: 'key', hash, previousHash } as StoredKey;
  const lookUps = new KeyLookUps({ findByHashes: async () => [key] } as unknown as KeyStore);
  const found = [hash, previousHash, Buffer.from('other')].map((each) => lookUps.find(String(each), each));
  expect(await Promise.all(found)).toEqual([key, key, undefined]);
});

it('looks up so many together, and no more', async () => {
  const { lookUps, batches, answers } = slowStore();
  const names = Array.from({ length: 1001 }, (_, number) => `key ${number}`);
  const found = Promise.all(names.map((name) => lookUps.find(name, Buffer.from(name))));
  for (const batch of [0, 1, 2]) {
    await nextTurn();
    answers[batch]!();
  }
  await found;
  expect(batches.map(({ length }) => length)).toEqual([500, 500, 1]);
});
