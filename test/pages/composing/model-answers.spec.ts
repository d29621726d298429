import { gzipSync } from 'node:zlib';
import { TemporaryComposerError } from '../../../src/modules/pages/composing/composer.js';
import { AskedModel } from './asked-model.js';
import { completion, json, saying, WORDS } from './model-server.js';

const { server, write, failure } = new AskedModel();

describe('an answer is not taken', () => {
  const long = (length: number) => 'x'.repeat(length);
  const questions = (count: number) => Array.from({ length: count }, () => WORDS.questions[0]!);
  const words = (change: object) => JSON.stringify({ ...WORDS, ...change });
  const INVALID = 'composer_answer_invalid';

  it.each([
    ['not JSON', 'Sure! Here is your page:'],
    ['empty', ''],
    ['cut short', JSON.stringify(WORDS).slice(0, -5)],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '1'],
    ['without a hero', words({ hero: undefined })],
    ['without a body', words({ body: undefined })],
    ['without questions', words({ questions: undefined })],
    ['with a body of another type', words({ body: { text: 'x' } })],
    ['with a null', words({ body: null })],
    ['with questions that are none', words({ questions: ['Why?'] })],
    ['with another field', words({ scripts: ['alert(1)'] })],
    ['with another field further in', words({ hero: { ...WORDS.hero, url: 'https://evil.example' } })],
    ['with a prototype', `{"__proto__":{},${JSON.stringify(WORDS).slice(1)}`],
    ['with a blank text', words({ body: ' \n ' })],
    ['with an empty title', words({ hero: { title: '', text: 'x' } })],
    ['with a NUL', words({ body: 'a\0b' })],
    ['with half a character', words({ body: 'a' }).replace('"a"', String.raw`"\ud800"`)],
    ['with a control character', words({ body: 'a\u001b[31m' })],
    ['with a title that is too long', words({ hero: { title: long(301), text: 'x' } })],
    ['with a text that is too long', words({ hero: { title: 'x', text: long(2001) } })],
    ['with a body that is too long', words({ body: long(50_001) })],
    ['with a question that is too long', words({ questions: [{ question: long(501), answer: 'x' }] })],
    ['with an answer that is too long', words({ questions: [{ question: 'x', answer: long(5001) }] })],
    ['with too many questions', words({ questions: questions(51) })],
    ['nested too deep', '['.repeat(200_000)],
  ])('whose content is %s', async (_, content) => {
    server.ways.push(json(completion(content)));
    const error = await failure();
    expect(error).toBeInstanceOf(TemporaryComposerError);
    expect(error).toMatchObject({ code: INVALID });
  });

  it('unless it is too long by a single character', async () => {
    const most = {
      hero: { title: long(300), text: `${long(1999)}\n` },
      body: long(50_000),
      questions: [{ question: long(500), answer: long(5000) }, ...questions(49)],
    };
    server.ways.push(saying(most));
    expect(await write()).toEqual(most);
  });

  it.each<[string, unknown]>([
    ['has no choices', { choices: [] }],
    ['has choices that are none', { choices: 'yes' }],
    ['is something else', { hello: 'world' }],
    ['is a list', []],
    ['has no message', { choices: [{ finish_reason: 'stop' }] }],
    ['has no content', completion(null)],
    ['has content in parts', completion([{ type: 'text', text: JSON.stringify(WORDS) }])],
    ['was cut short', completion(JSON.stringify(WORDS), { finish_reason: 'length' })],
    ['wants a tool', completion(JSON.stringify(WORDS), { finish_reason: 'tool_calls' })],
  ])('that %s', async (_, body) => {
    server.ways.push(json(body));
    expect(await failure()).toMatchObject({ code: INVALID });
  });

  it('that is a page of something else', async () => {
    server.ways.push(
      (res) => void res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
    );
    expect(await failure()).toMatchObject({ code: INVALID });
  });

  it('that never ends, and no more of it is read than is allowed', async () => {
    let sent = 0;
    server.ways.push((res) => {
      const pour = () => {
        while (!res.destroyed) {
          sent += 65_536;
          if (!res.write(' '.repeat(65_536))) return void res.once('drain', pour);
        }
      };
      pour();
    });
    expect(await failure()).toMatchObject({ code: INVALID });
    expect(sent).toBeLessThan(64 * 1_048_576);
  });

  it('that is small only for as long as it is packed', async () => {
    const packed = gzipSync(Buffer.alloc(64 * 1_048_576, ' '));
    server.ways.push((res) => void res.writeHead(200, { 'content-encoding': 'gzip' }).end(packed));
    expect(await failure()).toMatchObject({ code: INVALID });
  });
});
