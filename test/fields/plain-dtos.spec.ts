import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { closeServer, listen } from '../../src/shared/http/server/listener.js';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { documentRules } from '../../src/shared/fields/rule-docs.js';
import { InputDtos } from '../../src/shared/http/endpoint/input-dtos.js';
import { describeBodies } from '../../src/shared/http/docs/openapi-bodies.js';
import { apiClient, type ApiClient } from '../support/api/api-client.js';
import { loadNatively } from '../support/jest/load-natively.js';
import { createDtoApp } from './dto-app.js';

const { PlainController } = loadNatively<{ PlainController: Type }>(
  new URL('plain.controller.ts', import.meta.url),
);

let app: NestExpressApplication;
let api: ApiClient;

beforeAll(async () => {
  app = await createDtoApp(PlainController);
  await app.init();
  api = apiClient(await listen(app.getHttpServer(), 0, '127.0.0.1'), '');
});
afterAll(async () => {
  await closeServer(app.getHttpServer(), 1000);
  await app.close();
});

const address = { city: 'Ulm' };
const order = { name: 'Ada', address, lines: [] };

/** Where it is wrong, with which code and message. */
async function faultsOf(body: object | string, path = '/orders'): Promise<string[][]> {
  const answer = await api.post(path, body).expect(400);
  expect(answer.type).toBe('application/problem+json');
  return faultsIn(answer.body);
}

function faultsIn({
  errors,
}: {
  errors: { pointer?: string; parameter?: string; code: string; message: string }[];
}) {
  return errors.map(({ pointer, parameter, code, message }) => [(pointer ?? parameter)!, code, message]);
}

/** In time of the processor, so that it holds on a busy machine, too. class-transformer alone takes 4 to 11 seconds. */
async function atLittleCost<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = process.cpuUsage();
  const result = await work();
  expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  return result;
}

describe('a dto with the plain decorators of Nest', () => {
  it('becomes an instance of its class, with those that are nested, and its defaults', async () => {
    const { body } = await api
      .post('/orders', { ...order, lines: [{ product: 'a' }, { product: 'b', count: 2 }], due: '2026-01-01' })
      .expect(200);
    expect(body).toEqual({
      dto: {
        ...order,
        by: 'post',
        lines: [
          { product: 'a', count: 1 },
          { product: 'b', count: 2 },
        ],
        due: '2026-01-01T00:00:00.000Z',
      },
      classes: ['CreateOrder', 'Address', 'Line', 'Line', 'Date'],
    });
  });

  it('becomes instances of the classes that a discriminator names', async () => {
    const shapes = [
      { kind: 'square', side: 1 },
      { kind: 'circle', radius: 2 },
    ];
    const { body } = await api.post('/drawings', { shapes }).expect(200);
    expect(body).toEqual({ dto: { shapes }, classes: ['Square', 'Circle'] });
    const wrong = [{ kind: 'circle', side: 1 }, { kind: 'oval', side: 'x' }, { side: 1 }];
    expect(await faultsOf({ shapes: wrong }, '/drawings')).toEqual([
      ['/shapes/0/side', 'unknown_property', 'shapes.0.side is not a known property.'],
      ['/shapes/1/kind', 'unknown_value', 'shapes.1.kind must be one of circle, square.'],
      ['/shapes/2/kind', 'required', 'shapes.2.kind is required.'],
      ['/shapes/0/radius', 'required', 'shapes.0.radius is required.'],
    ]);
  });

  it('transforms and renames as its decorators say', async () => {
    const { body } = await api.post('/orders', { ...order, note: ' hi ', gift_wrap: true }).expect(200);
    expect(body.dto).toMatchObject({ note: 'hi', giftWrap: true });
  });

  it.each([
    [
      {},
      [
        ['/address', 'required', 'Say where it goes.'],
        ['/lines', 'required', 'lines is required.'],
        ['/name', 'required', 'name is required.'],
      ],
    ],
    [{ ...order, name: 5 }, [['/name', 'wrong_type', 'name must be a string.']]],
    [{ ...order, name: '' }, [['/name', 'required', 'name must not be empty.']]],
    [{ ...order, name: 'a'.repeat(11) }, [['/name', 'too_long', 'A name has at most 10 letters.']]],
    [{ ...order, name: { constructor: 1 } }, [['/name', 'wrong_type', 'name must be a string.']]],
    [{ ...order, by: 'car' }, [['/by', 'unknown_value', 'by must be one of post, courier.']]],
    [{ ...order, by: 'courier' }, [['/courier', 'required', 'courier is required.']]],
    [{ ...order, by: 'courier', courier: 'x' }, [['/courier', 'wrong_email', 'courier must be an email.']]],
    [{ ...order, due: 'soon' }, [['/due', 'wrong_type', 'due must be a date.']]],
    [{ ...order, gift_wrap: 1 }, [['/gift_wrap', 'wrong_type', 'gift_wrap must be true or false.']]],
    [{ ...order, giftWrap: true }, [['/giftWrap', 'unknown_property', 'giftWrap is not a known property.']]],
    [{ ...order, price: 1 }, [['/price', 'unknown_property', 'price is not a known property.']]],
    [{ ...order, odd: 1 }, [['/odd', 'unknown_property', 'odd is not a known property.']]],
    [{ ...order, tags: 'a' }, [['/tags', 'wrong_type', 'tags must be an array of strings.']]],
    [
      { ...order, tags: ['a', 5, 'longer', {}] },
      [
        ['/tags/3', 'wrong_type', 'tags.3 must be a string.'],
        ['/tags/1', 'wrong_type', 'tags.1 must be a string.'],
        ['/tags/2', 'too_long', 'tags.2 must have at most 5 characters.'],
      ],
    ],
    [{ ...order, note: 5 }, [['/note', 'wrong_type', 'note must be a string.']]],
    [{ ...order, extra: [] }, [['/extra', 'wrong_type', 'extra must be an object.']]],
  ])('%j is told what is wrong, where, and with a code', async (body, faults) => {
    expect(await faultsOf(body)).toEqual(faults);
  });

  it('is told the same of what is nested', async () => {
    const lines = [{ product: 'a', count: 0 }, 5, { product: 'b', odd: 1 }, {}];
    expect(
      await faultsOf({ ...order, address: { city: 'U', postcode: 'x' }, lines: lines.slice(0, 3) }),
    ).toEqual([
      ['/lines/1', 'wrong_type', 'lines.1 must be an object.'],
      ['/lines/2/odd', 'unknown_property', 'lines.2.odd is not a known property.'],
      ['/address/city', 'too_short', 'address.city must have at least 2 characters.'],
      ['/address/postcode', 'wrong_pattern', 'address.postcode must match ^\\d{5}$.'],
      ['/lines/0/count', 'out_of_range', 'lines.0.count must be at least 1.'],
    ]);
    expect(await faultsOf({ ...order, lines })).toContainEqual([
      '/lines',
      'too_many',
      'lines must have at most 3 items.',
    ]);
  });

  it.each([[[]], [['a']], ['a'], [5], [null]])('takes no %j for a nested object', async (value) => {
    expect(await faultsOf({ ...order, address: value })).toEqual([
      ['/address', 'wrong_type', 'address must be an object.'],
    ]);
  });

  it.each([[{}], ['a'], [null], [{ length: 1 }]])('takes no %j for a list', async (value) => {
    expect(await faultsOf({ ...order, lines: value })).toEqual([
      ['/lines', 'wrong_type', 'lines must be an array.'],
    ]);
  });

  it('takes null for absent where class-validator does, and nowhere else', async () => {
    await api.post('/orders', { ...order, note: null, tags: null, extra: null, due: null }).expect(200);
    expect(await faultsOf({ ...order, name: null })).toEqual([
      ['/name', 'wrong_type', 'name must be a string.'],
    ]);
  });

  it('can be derived from another', async () => {
    const { body } = await api.patch('/orders', { lines: [{ product: 'a' }] }).expect(200);
    expect(body.dto).toEqual({ by: 'post', lines: [{ product: 'a', count: 1 }] });
    const refused = await api.patch('/orders', { address: { city: '' }, odd: 1 }).expect(400);
    expect(faultsIn(refused.body).map(([pointer]) => pointer)).toEqual(['/odd', '/address/city']);
  });

  it('reads a query string', async () => {
    const { body } = await api.get('/orders?page=3&ids=5&ids=6&states=new,sent').expect(200);
    expect(body.dto).toEqual({ page: 3, ids: [5, 6], states: ['new', 'sent'] });
    expect((await api.get('/orders?ids=5').expect(200)).body.dto).toEqual({ page: 1, ids: [5] });
  });

  it('is told what is wrong with a query string', async () => {
    const { body } = await api.get('/orders?page=a&page=b&ids=5&ids=x&states=new,old&odd=1').expect(400);
    expect(faultsIn(body)).toEqual([
      ['page', 'wrong_type', 'page must be a whole number.'],
      ['odd', 'unknown_parameter', 'odd is not a known parameter.'],
      ['ids.1', 'wrong_type', 'ids.1 must be a whole number.'],
      ['states.1', 'unknown_value', 'states.1 must be one of new, sent.'],
    ]);
  });
});

describe('what class-transformer alone would fall for', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__'];

  it.each(names)('is refused: the name %s, at any depth', async (name) => {
    const text = JSON.stringify(order);
    const unknown = [expect.any(String), 'unknown_property', expect.any(String)];
    expect(await faultsOf(`${text.slice(0, -1)},"${name}":1}`)).toEqual([unknown]);
    expect(await faultsOf(text.replace('"city"', `"${name}":1,"city"`))).toEqual([unknown]);
  });

  it.each(names)('is kept as it came: the name %s in what is free', async (name) => {
    const free = `{"${name}":{"${name}":[{"${name}":1}]}}`;
    const text = JSON.stringify({
      ...order,
      lines: [{ product: 'a', options: {} }],
      extra: {},
      anything: {},
    });
    const { text: answer } = await api.post('/orders', text.replaceAll('{}', free)).expect(200);
    expect(answer.split(free)).toHaveLength(4);
  });

  it.each([
    [
      'unknown names',
      { ...order, ...Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`u${n}`, 1])) },
    ],
    ['items that are no objects', { ...order, lines: new Array(300_000).fill(0) }],
    ['unknown names in items', { ...order, lines: new Array(60_000).fill({ odd: 1 }) }],
  ])('costs little: a body of %s', async (_, body) => {
    const { length } = await atLittleCost(() => faultsOf(body));
    expect(length).toBeLessThanOrEqual(100);
  });

  it('costs little: a list of empty objects', async () => {
    const children = new Array(300_000).fill({});
    expect(await atLittleCost(() => faultsOf({ children }, '/trees'))).toEqual([
      ['/children', 'too_many', 'children has too many items: a request may have at most 10000.'],
    ]);
  });

  it('is refused: lists in lists beyond any end', async () => {
    const nested = (depth: number) => '{"children":['.repeat(depth) + ']}'.repeat(depth);
    const tooDeep = ['/children/0'.repeat(16), 'too_deep', expect.any(String)];
    expect(await faultsOf(nested(20_000), '/trees')).toEqual([tooDeep]);
    await api.post('/trees', nested(15)).expect(200);
  });
});

describe('the documentation of such a dto', () => {
  it('says what its rules say', () => {
    for (const dto of app.get(InputDtos).all()) documentRules(dto);
    const document = SwaggerModule.createDocument(app, new DocumentBuilder().build());
    describeBodies(document);
    const { schemas } = document.components!;
    expect(schemas).toMatchObject({
      Address: {
        additionalProperties: false,
        required: ['city'],
        properties: {
          city: { type: 'string', minLength: 2 },
          postcode: { type: 'string', pattern: '^\\d{5}$' },
        },
      },
      Line: {
        properties: { count: { type: 'number', minimum: 1, maximum: 99 }, options: { type: 'object' } },
      },
      CreateOrder: {
        required: ['name', 'address', 'lines', 'by'],
        properties: {
          name: { type: 'string', maxLength: 10, example: 'Ada' },
          address: { $ref: '#/components/schemas/Address' },
          lines: { type: 'array', maxItems: 3, items: { $ref: '#/components/schemas/Line' } },
          by: { enum: ['post', 'courier'] },
          tags: { type: 'array', items: { type: 'string', maxLength: 5 } },
          due: { type: 'string', format: 'date-time' },
          gift_wrap: { type: 'boolean' },
        },
      },
    });
    expect((schemas!.CreateOrder as { properties: object }).properties).not.toHaveProperty('price');
  });
});
