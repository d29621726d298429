import { useConsole } from './console-visitor.js';

const { service, visitor } = useConsole();

it('shows visits with their chart, questions and receivers', async () => {
  const kim = await visitor().signIn(service.home.key);
  const { text } = await kim.get('/today?days=7').expect(200);
  for (const part of ['visits', 'questions', 'receivers']) expect(text).toContain(`<h2 id="${part}">`);
  const [, path] = /<img class="chart" src="([^"]+)"/.exec(text)!;
  const chart = await kim.get(path!).expect(200);
  expect(chart.headers['content-type']).toContain('image/svg+xml');
  expect(chart.headers['content-security-policy']).toContain('sandbox');
  expect(String(chart.body)).toContain('<svg');
});

it('is where somebody begins, and needs a session', async () => {
  const kim = await visitor().signIn(service.home.key);
  await kim.get('/').expect(303).expect('location', '/today');
  await visitor().get('/today/visits.svg').expect(303);
});

it('leaves out what the key has no right to', async () => {
  const asker = await visitor().signIn(await service.keyWith(['questions:read']));
  const { text } = await asker.get('/today').expect(200);
  expect(text).toContain('<h2 id="questions">');
  expect(text).not.toContain('<h2 id="visits">');
  const stranger = await visitor().signIn(await service.keyWith(['topics:read']));
  expect((await stranger.get('/today').expect(200)).text).toContain('has no right to figures');
});
