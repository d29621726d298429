import type { IncomingMessage } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { DomainError } from '../kernel/errors.js';
import { ReceivedFile } from '../storage/received-file.js';
import { FormParts } from './form-parts.js';
import { pump } from './pump.js';

/** The fields by name, in their texts; one that came several times as a list; the file as it was received. */
export type Form = Record<string, string | ReceivedFile | (string | ReceivedFile)[]>;

export interface FormLimits {
  /** For all texts together. */
  textBytes: number;
  fileBytes: number;
  timeoutMs: number;
}

const MULTIPART = /^multipart\/form-data\s*;.*\bboundary=/i;
const MAX_PARTS = 200;
/** For what a form has around its fields. */
const FRAME_BYTES = 65_536;

/** Reads a form as it streams in. Where that fails, nothing of it is left. */
export async function readForm(
  req: IncomingMessage,
  limits: FormLimits,
  receive: (content: Readable) => Promise<ReceivedFile>,
  drop: (file: ReceivedFile) => Promise<void>,
): Promise<Form> {
  assertForm(req, limits);
  const parts = new FormParts(limits.textBytes, receive);
  const parser = parserFor(req, parts);
  const slow = setTimeout(() => parts.fail(tooSlow(limits.timeoutMs)), limits.timeoutMs);
  try {
    await pump(req, parser, parts.failure);
    return formOf(await Promise.race([parts.all(), parts.failure]));
  } catch (error) {
    for (const { value } of await parts.abandon()) if (value instanceof ReceivedFile) await drop(value);
    throw error;
  } finally {
    clearTimeout(slow);
  }
}

function parserFor(req: IncomingMessage, parts: FormParts): Writable {
  try {
    const parser = new Busboy({
      headers: req.headers as { 'content-type': string },
      // Not `parts`: what is over that limit can break off with nobody listening.
      limits: { files: MAX_PARTS, headerPairs: 20, headerSize: 8192 },
      // All parts are read by us: texts must be well-formed UTF-8, whatever their sender calls them.
      isPartAFile: () => true,
    });
    parser.on('file', (name, content) => parts.take(name, content));
    parser.on('filesLimit', () => parts.fail(malformed(`it has more than ${MAX_PARTS} parts`)));
    parser.on('error', (error) => parts.fail(malformed(messageOf(error))));
    return parser;
  } catch (error) {
    throw malformed(messageOf(error));
  }
}

function assertForm({ headers }: IncomingMessage, { textBytes, fileBytes }: FormLimits): void {
  const type = headers['content-type'];
  const encoding = headers['content-encoding'];
  if (!MULTIPART.test(type ?? '') || (encoding !== undefined && encoding !== 'identity')) {
    const given = [type, encoding].filter(Boolean).join(', ');
    const detail = `The body must be multipart/form-data, uncompressed${given ? `, not ${given}` : ''}.`;
    throw new DomainError('unsupported_media', 'unsupported_media_type', detail);
  }
  if (Number(headers['content-length'] ?? 0) > textBytes + fileBytes + FRAME_BYTES)
    throw new DomainError('too_large', 'file_too_large', `The file is larger than ${fileBytes} bytes.`);
}

/** Without a prototype, so that any name is just a name. */
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
