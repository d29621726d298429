import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { connect, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { ExecutionContext } from '@nestjs/common';
import { TopicsController } from '../../src/modules/topics/topics.controller.js';
import type { Settings } from '../../src/shared/config/settings.js';
import { JsonBodyGuard } from '../../src/shared/http/endpoint/json-body.guard.js';
import { formOf, sendForm } from '../assets/support.js';
import { useTestService } from '../support/test-service.js';

const { service, api } = useTestService();
const entries = '/v0/topics/topic_01je7nqt00e008000000000007/entries';

describe('a hostile body', () => {
  it.each(['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__', '$ne'])(
    'with the name %s is told that it is unknown, at any depth',
    async (name) => {
      const first = await api.post('/v0/topics', `{"title":"a","${name}":1}`).expect(400);
      expect(first.body.errors).toEqual([
        expect.objectContaining({ pointer: `/${name}`, code: 'unknown_property' }),
      ]);
      const inner = await api.post(entries, `{"content":{"type":"a","content":"b","${name}":1}}`).expect(400);
      expect(inner.body.errors).toEqual([expect.objectContaining({ pointer: `/content/${name}` })]);
      const query = await api.get(`/v0/topics?${name}=1`).expect(400);
      expect(query.body.errors).toEqual([
        expect.objectContaining({ parameter: name, code: 'unknown_parameter' }),
      ]);
    },
  );

  it.each([
    ['{"title":{"constructor":1}}', '/title'],
    ['{"title":"a","x":{"constructor":1}}', '/x'],
    ['{"title":{"$ne":""}}', '/title'],
    ['{"title":["a"]}', '/title'],
  ])('%s is one fault', async (body, pointer) => {
    const answer = await api.post('/v0/topics', body).expect(400);
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer })]);
  });

  it.each(['5', '["a"]', 'null', `[${'0,'.repeat(130_000)}0]`])(
    'in place of an object is one fault',
    async (content) => {
      const answer = await api.post(entries, `{"content":${content}}`).expect(400);
      expect(answer.body.errors).toEqual([
        expect.objectContaining({ pointer: '/content', code: 'wrong_type' }),
      ]);
    },
  );

  it('of faults alone is answered with the first hundred, and with little', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`u${index}`, 1]));
    const many = await api.post('/v0/topics', unknown).expect(400);
    expect(many.body.errors).toHaveLength(100);
    const nuls = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`\0${index}`, 1]));
    const long = await api.post('/v0/topics', { ['k'.repeat(500_000)]: nuls }).expect(400);
    expect(long.body.errors).toHaveLength(100);
    expect(long.text.length).toBeLessThan(100_000);
  });

  it('is told of what can not be stored together with everything else', async () => {
    const { body } = await api
      .post('/v0/topics', '{"title":5,"purpose":"\\u0000","odd":"\\ud800"}')
      .expect(400);
    const errors = body.errors as { pointer: string; code: string }[];
    expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/purpose', 'nul_character'],
      ['/odd', 'lone_surrogate'],
      ['/odd', 'unknown_property'],
      ['/title', 'wrong_type'],
    ]);
  });

  it.each(['null', '', '[]', '"{}"'])('that is %j is no object', async (body) => {
    const answer = await api.patch('/v0/topics/topic_01je7nqt00e008000000000007', body).expect(400);
    expect(answer.body.errors).toEqual([
      { pointer: '', code: 'wrong_type', message: 'The body must be a JSON object.' },
    ]);
  });

  it('is refused where it is nested too deep, and there alone', async () => {
    const nested = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
    const deep = await api.post('/v0/topics', nested(33)).expect(400);
    expect(deep.body.errors).toContainEqual(
      expect.objectContaining({ code: 'too_deep', pointer: '/a'.repeat(32) }),
    );
    const fine = await api.post('/v0/topics', nested(32)).expect(400);
    expect(fine.text).not.toContain('too_deep');
    await api.post('/v0/topics', nested(20_000)).expect(400);
  });

  it('is not unpacked', async () => {
    const answer = await fetch(`${service.url}/v0/topics`, {
      method: 'POST',
      headers: {
        'x-api-key': service.home.key,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: gzipSync('{"title":"a"}'),
    });
    expect(answer.status).toBe(415);
  });

  it('is not even read for a caller without a key', async () => {
    const answer = await fetch(`${service.url}/v0/topics`, { method: 'POST', body: '{"title":' });
    expect(answer.status).toBe(401);
  });

  it('is refused by its announced size, before it has come', async () => {
    const head = `POST /v0/topics HTTP/1.1\r\nHost: x\r\nx-api-key: ${service.home.key}\r\ncontent-type: application/json\r\n`;
    expect(await exchange(`${head}content-length: 9999999999\r\n\r\n{`)).toMatch(
      /^HTTP\/1.1 413 [^]*Connection: close/i,
    );
    const chunk = `${(600_000).toString(16)}\r\n${'x'.repeat(600_000)}\r\n`;
    expect(await exchange(`${head}transfer-encoding: chunked\r\n\r\n${chunk}${chunk}`)).toMatch(
      /^HTTP\/1.1 413 /,
    );
  });
});

it('a form is refused where all its fields together have too much text', async () => {
  const fields = { name: 'n'.repeat(600_000), tags: 't'.repeat(600_000) };
  const answer = await sendForm(service, service.home, formOf({ fields }));
  expect([answer.status, await answer.json()]).toEqual([
    413,
    expect.objectContaining({ code: 'body_too_large' }),
  ]);
});

function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.on('error', () => undefined); // the rest of what was sent may be refused
    socket.on('close', () => resolve(answer));
  });
}

it('is given up where the caller has left while the key was looked up', async () => {
  const req = new IncomingMessage(new Socket());
  const headers = { 'content-type': 'application/json', 'content-length': '2' };
  Object.assign(req, { headers, get: (name: keyof typeof headers) => headers[name] });
  req.destroy();
  await once(req, 'close');
  const getHandler = (): unknown => Reflect.get(TopicsController.prototype, 'createTopic');
  const context = { getHandler, switchToHttp: () => ({ getRequest: () => req }) };
  const reading = new JsonBodyGuard({ BODY_LIMIT: 100 } as Settings).canActivate(
    context as unknown as ExecutionContext,
  );
  await expect(reading).rejects.toThrow('The body is incomplete');
});
