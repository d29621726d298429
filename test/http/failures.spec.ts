import { connect } from 'node:net';
import { promisify } from 'node:util';
import request from 'supertest';
import { operationsOf } from '../support/openapi/operations.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';

const { service } = useTestService({ BODY_LIMIT: '2048' });
const TUNNEL = 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n';

const post = (body: string | Buffer, type = 'application/json') =>
  request(service.url)
    .post('/v0/topics')
    .set('x-api-key', service.home.key)
    .set('content-type', type)
    .serialize((given: unknown) => given as string)
    .send(body as string);

const nested = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

describe('every failure is a problem', () => {
  it.each([
    ['an unknown route', () => request(service.url).get('/nowhere'), 404, 'route_not_found'],
    [
      'odd bytes in an unknown route',
      () => request(service.url).get('/v0/topics/%ff/no'),
      404,
      'route_not_found',
    ],
    ['a path in another case', () => request(service.url).get('/V0/topics'), 404, 'route_not_found'],
    ['no key', () => request(service.url).get('/v0/topics'), 401, 'key_missing'],
    ['broken JSON', () => post('{"title":'), 400, 'malformed_json'],
    [
      'bytes that are not UTF-8',
      () => post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])),
      400,
      'malformed_json',
    ],
    ['text', () => post('hello', 'text/plain'), 415, 'unsupported_media_type'],
    ['a form', () => post('title=x', 'application/x-www-form-urlencoded'), 415, 'unsupported_media_type'],
    ['JSON in Latin-1', () => post('{}', 'application/json; charset=latin1'), 415, 'unsupported_media_type'],
    ['a large body', () => post(JSON.stringify({ title: 'x'.repeat(3000) })), 413, 'body_too_large'],
    ['an array', () => post('[]'), 400, 'validation_failed'],
    ['a string', () => post('"x"'), 400, 'validation_failed'],
    ['null', () => post('null'), 400, 'validation_failed'],
    ['deep nesting', () => post(nested(33)), 400, 'validation_failed'],
    ['a NUL character', () => post('{"title":"a\\u0000b"}'), 400, 'validation_failed'],
    ['a lone surrogate', () => post('{"title":"\\ud800"}'), 400, 'validation_failed'],
    [
      'a path that can not be decoded',
      () => request(service.url).get('/v0/topics/%ff'),
      400,
      'malformed_request',
    ],
    ['no body at all', () => post(''), 400, 'validation_failed'],
  ])('for %s', async (_, send, status, code) => {
    const { body, headers } = await send().expect(status);
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(body).toEqual({
      type: `urn:foyer:problem:${code}`,
      title: expect.any(String),
      status,
      detail: expect.stringMatching(/^\w.*\.$/),
      code,
      requestId: headers['x-request-id'],
      errors: expect.any(Array),
    });
  });

  it('in our own words where a body stops to be JSON', async () => {
    const { body } = await post('{\n  "title": undefined\n}').expect(400);
    expect(body.detail).toBe("The body can't be read as JSON: syntax error at line 2, column 12.");
  });

  it('with all faults at once, each with its place', async () => {
    const { body } = await post('{"title":5,"sortOrder":-1,"odd/name~":1}').expect(400);
    expect(body.errors).toEqual([
      { pointer: '/odd~1name~0', code: 'unknown_property', message: 'odd/name~ is not a known property.' },
      { pointer: '/title', code: 'wrong_type', message: 'title must be a string.' },
      {
        pointer: '/sortOrder',
        code: 'out_of_range',
        message: 'sortOrder must be from 0 to 9007199254740991.',
      },
    ]);
  });

  it('at a path that another one with an id would also match: its own methods, whatever those of the other are', async () => {
    const operations = await operationsOf(service);
    const methodsAt = (path: string): string[] =>
      operations.filter((each) => each.path === path).map(({ method }) => method);
    const paths = new Set(operations.map(({ path }) => path));
    const covered = [...paths].filter((path) => {
      const withId = path.replace(/[^/]+$/, '{');
      return (
        !path.endsWith('}') &&
        [...paths].some((each) => each !== path && each.replace(/[^/]+}$/, '{') === withId)
      );
    });
    expect(covered).toEqual(expect.arrayContaining(['/v0/persons/lookup', '/v0/persons/upsert']));
    for (const path of covered)
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE'].filter(
        (each) => !methodsAt(path).includes(each),
      )) {
        const { status, headers } = await fetch(service.url + path, { method });
        const allowed = [...methodsAt(path), ...(methodsAt(path).includes('GET') ? ['HEAD'] : [])].sort();
        expect([method, path, status, headers.get('allow')]).toEqual([method, path, 405, allowed.join(', ')]);
      }
  });

  it('a wrong method names those that are right', async () => {
    for (const method of ['put', 'options'] as const) {
      const { body, headers } = await request(service.url)[method]('/v0/topics').expect(405);
      expect(headers.allow).toBe('GET, HEAD, POST');
      expect(body.code).toBe('method_not_allowed');
    }
  });

  it.each(['?constructor=1', '?__proto__=1', '?title=x'])('a stray parameter %s', async (query) => {
    const get = (path: string) => request(service.url).get(path).set('x-api-key', service.home.key);
    for (const path of ['/v0/topics', '/v0/topics/topic_x']) {
      const { body } = await get(path + query).expect(400);
      expect(body.errors).toEqual([
        expect.objectContaining({ code: 'unknown_parameter', parameter: expect.any(String) }),
      ]);
    }
  });

  it.each([
    ['not HTTP', 'GARBAGE\r\n\r\n', 400],
    [
      'a bad chunk',
      'POST /v0/topics HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n',
      400,
    ],
    ['huge headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
    ['no Host', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ...['http://', 'https://', 'http://?a', 'http://[', 'http:///v0/topics'].map(
      (target): [string, string, number] => [
        `the target ${target}`,
        `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
        400,
      ],
    ),
    ...['a\r\nHost: b', 'a b', 'a/b', '@'].map((host): [string, string, number] => [
      `the host ${JSON.stringify(host)}`,
      `GET /health/live HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      400,
    ]),
    [
      'an unknown coding',
      'POST /v0/topics HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['another protocol', 'GET / HTTP/3.0\r\nHost: x\r\n\r\n', 400],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    [
      'two lengths',
      'POST /v0/topics HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    ['a call for a tunnel', `${TUNNEL}what is meant for its other end`, 405],
  ])('even %s', async (_, bytes, status) => {
    const answer = await exchange(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('Content-Type: application/problem+json');
    expect(answer).toContain('X-Content-Type-Options: nosniff');
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ status, requestId: expect.any(String) });
  });
});

it.each(['PUT /v0/topics', 'GET /nope', 'GET /v0/topics/%ff'])(
  'a refusal of %s does not swallow the request behind it',
  async (first) => {
    const head = `Host: x\r\nx-api-key: ${service.home.key}\r\n`;
    const body = '{"title":"Behind"}';
    const second = `POST /v0/topics HTTP/1.1\r\n${head}Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const answers = await exchange(`${first} HTTP/1.1\r\n${head}\r\n${second}`);
    expect(answers.match(/HTTP\/1.1 (4\d\d|201) /g)).toHaveLength(2);
  },
);

it.each([
  ['not HTTP', 'GARBAGE\r\n\r\n', 400],
  ['a bad chunk', 'POST /v0/topics HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n', 401],
  ['an expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n', 417],
])('what stands before %s is answered first', async (_, bytes, status) => {
  const body = '{"title":"Before"}';
  const head = `Host: x\r\nx-api-key: ${service.home.key}\r\nContent-Type: application/json\r\n`;
  const good = `POST /v0/topics HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  const answers = await exchange(good + bytes);
  expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 201', `HTTP/1.1 ${status}`]);
});

describe('a caller who wants a tunnel', () => {
  const server = () => service.app.getHttpServer();
  const connections = () => promisify(server().getConnections.bind(server()))();
  const allGone = () => until(async () => (await connections()) === 0);

  it.each(['before', 'after'])('and resets the connection %s the answer does no harm', async (when) => {
    server().closeIdleConnections();
    await allGone();
    const { hostname, port } = new URL(service.url);
    await new Promise<void>((resolve) => {
      const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => {
        socket.write(TUNNEL, () => when === 'before' && socket.resetAndDestroy());
      });
      socket.once('data', () => socket.resetAndDestroy());
      socket.once('close', () => resolve());
    });
    await allGone();
    await request(service.url).get('/health/live').expect(200);
  });

  it('and stays is sent away', async () => {
    server().closeIdleConnections();
    await allGone();
    const { hostname, port } = new URL(service.url);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () =>
      socket.write(TUNNEL),
    );
    await new Promise((resolve) => socket.once('data', resolve));
    await allGone();
    socket.destroy();
  });
});

function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}
