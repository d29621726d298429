import { Receiver } from '../../webhooks/receiver.js';
import { startProxy } from '../proxy.js';
import { cleanUp, cleanUpLater, freshDatabase, start, until } from '../support.js';

afterEach(cleanUp);

it('delivers what a process has committed that dies before it tells the workers', async () => {
  const url = await freshDatabase();
  const proxy = await startProxy(url);
  const receiver = await Receiver.open();
  cleanUpLater(() => receiver.close());
  const environment = { WEBHOOK_ALLOW_PRIVATE: '127.0.0.1', MIGRATE: 'false' };
  await start({ ...environment, DATABASE_URL: url, ROLE: 'worker' });
  const api = await start({ ...environment, DATABASE_URL: proxy.url, ROLE: 'api' });
  const asked = { url: receiver.url, events: ['topic.created'] };
  expect((await api.send('POST', '/v0/webhook_subscriptions', asked)).status).toBe(201);
  const create = async () =>
    expect((await api.send('POST', '/v0/topics', { title: 'News' })).status).toBe(201);
  await create();
  await until(() => receiver.received.length === 1);

  const isTelling = proxy.holdBack('lanes.tell');
  await create();
  await isTelling;
  await api.stop('SIGKILL');
  await until(() => receiver.received.length === 2);
});
