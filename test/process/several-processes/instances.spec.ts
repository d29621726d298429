import { cleanUp, filledDataDir, postmasterPid, removeTemplates, start } from '../support.js';

const GOOD_END = { code: 0, signal: null };

afterEach(cleanUp);
afterAll(removeTemplates);

it('shares the database of a data folder from the first moment, whichever process ends first', async () => {
  const DATA_DIR = await filledDataDir();
  const [first, second] = await Promise.all([start({ DATA_DIR }), start({ DATA_DIR })]);
  expect(second.key).toBe(first.key);
  const created = await first.send('POST', '/v0/topics', { title: 'Shared' });
  const { topicId } = (await created.json()) as { topicId: string };
  expect((await second.get(`/v0/topics/${topicId}`)).status).toBe(200);

  expect(await first.stop()).toEqual(GOOD_END);
  expect((await second.get(`/v0/topics/${topicId}`)).status).toBe(200);

  const third = await start({ DATA_DIR });
  expect(await second.stop()).toEqual(GOOD_END);
  expect((await third.get(`/v0/topics/${topicId}`)).status).toBe(200);
  expect(await third.stop()).toEqual(GOOD_END);
  expect(await postmasterPid(DATA_DIR)).toBeUndefined();
});
