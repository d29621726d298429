import { fileTooLarge } from '../problems/too-large.js';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { DomainError } from '../../kernel/errors.js';
import { ReceivedFile } from '../../storage/received-file.js';
import { FormParts } from './form-parts.js';

/** Fields by name: a text, a list of texts if the field was sent several times, or the received file. */
export type Form = Record<string, string | ReceivedFile | (string | ReceivedFile)[]>;

interface FormLimits {
  /** Limit of all texts together. */
  textBytes: number;
  fileBytes: number;
  timeoutMs: number;
}

const MULTIPART = /^multipart\/form-data\s*;.*\bboundary=/i;
/** As in RFC 2046. The parser would wait for an impossible boundary, and never end. */
const BOUNDARY = /\bboundary=(?:"[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]"|[\w'()+,\-./:=?]{1,70})\s*(?:;|$)/i;
const MAX_PARTS = 200;
/** By then everything has arrived, and a parser that detects the end does so at once. */
const LOOK_FOR_END_MS = 1000;
/** Allowance for boundaries and headers of the parts. */
const FRAMING_BYTES = 65_536;

/** Reads a form as it streams in. If that fails, the file is removed. */
export async function readForm(
  req: IncomingMessage,
  limits: FormLimits,
  receive: (content: AsyncIterable<Buffer>) => Promise<ReceivedFile>,
  remove: (file: ReceivedFile) => Promise<void>,
): Promise<Form> {
  assertForm(req, limits);
  const parts = new FormParts(limits.textBytes, receive);
  const parser = parserFor(req, parts);
  const slow = setTimeout(() => parts.fail(tooSlow(limits.timeoutMs)), limits.timeoutMs);
  try {
    await feedParser(req, parser, parts);
    return formOf(await Promise.race([parts.all(), parts.failure]));
  } catch (error) {
    for (const { value } of await parts.abandon()) if (value instanceof ReceivedFile) await remove(value);
    throw error;
  } finally {
    clearTimeout(slow);
  }
}

function parserFor(req: IncomingMessage, parts: FormParts): Writable {
  try {
    const parser = new Busboy({
      headers: req.headers as { 'content-type': string },
      // Not the limit `parts`: a part beyond it can fail without a listener.
      limits: { files: MAX_PARTS, headerPairs: 20, headerSize: 8192 },
      // FormParts reads all parts as streams: texts must be well-formed UTF-8, whatever their headers say.
      isPartAFile: () => true,
    });
    parser.on('file', (name, content) => parts.add(name, content));
    parser.on('filesLimit', () => parts.fail(malformed(`it has more than ${MAX_PARTS} parts`)));
    parser.on('error', (error) => parts.fail(malformed(messageOf(error))));
    return parser;
  } catch (error) {
    throw malformed(messageOf(error));
  }
}

/**
 * Feeds a body into a parser, at the parser's speed, until its end or a failure. A pipeline would destroy the request
 * with the parser, and with it the connection on which to answer the caller.
 */
async function feedParser(req: IncomingMessage, parser: Writable, parts: FormParts): Promise<void> {
  const stop = new AbortController();
  const feedAll = async () => {
    await feed(req, parser, stop.signal);
    // Ending an abandoned parser would cause another failure.
    if (!stop.signal.aborted) await end(parser, parts, stop.signal);
  };
  try {
    // One race for the whole body: one per chunk would keep all chunks in memory while `failure` is pending.
    await Promise.race([feedAll(), parts.failure]);
  } finally {
    stop.abort();
  }
}

async function feed(req: IncomingMessage, parser: Writable, signal: AbortSignal): Promise<void> {
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    if (signal.aborted) return;
    if (!parser.write(chunk)) await once(parser, 'drain', { signal });
  }
}

/** After some bodies the parser waits for more, such as one that continues after its last boundary. */
async function end(parser: Writable, parts: FormParts, signal: AbortSignal): Promise<void> {
  const finished = once(parser, 'finish', { signal });
  const looking = setInterval(() => {
    if (parser.writableLength === 0 && parts.areAllWaiting()) parts.fail(malformed('its end is malformed'));
  }, LOOK_FOR_END_MS);
  parser.end();
  await finished.finally(() => clearInterval(looking));
}

function assertForm({ headers }: IncomingMessage, { textBytes, fileBytes }: FormLimits): void {
  const type = headers['content-type'];
  const encoding = headers['content-encoding'];
  if (!MULTIPART.test(type ?? '') || (encoding !== undefined && encoding !== 'identity')) {
    const given = [type, encoding].filter(Boolean).join(', ');
    const detail = `The body must be multipart/form-data, uncompressed${given ? `, not ${given}` : ''}.`;
    throw new DomainError('unsupported_media', 'unsupported_media_type', detail);
  }
  if (!BOUNDARY.test(type!)) throw malformed('its boundary must have 1 to 70 letters, digits and marks');
  if (Number(headers['content-length'] ?? 0) > textBytes + fileBytes + FRAMING_BYTES)
    throw fileTooLarge(fileBytes);
}

/** Without a prototype: a field can have any name, even `constructor`. */
function formOf(parts: readonly { name: string; value: string | ReceivedFile }[]): Form {
  const form = Object.create(null) as Form;
  for (const { name, value } of parts) {
    const earlier = form[name];
    form[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return form;
}

function tooSlow(timeoutMs: number): DomainError {
  return new DomainError(
    'too_slow',
    'upload_too_slow',
    `The upload took longer than ${timeoutMs} ms to arrive.`,
  );
}

function malformed(reason: string): DomainError {
  return new DomainError('invalid', 'malformed_form', `The body can't be read as a form: ${reason}.`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
