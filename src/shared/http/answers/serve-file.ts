import { FILE_POLICY } from '../../kernel/content-security-policy.js';
import { pipeline } from 'node:stream/promises';
import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '../../kernel/errors.js';
import { hasEtag } from '../../kernel/precondition.js';
import type { ByteRange, Download } from '../../storage/file-store.js';
import { VerifiedContent } from '../../storage/verified-content.js';
import { rangeFor, UNSATISFIABLE } from './byte-range.js';
import { contentDisposition, dispositionOf } from './content-disposition.js';
import '../server/request.js';

const logger = new Logger('http');
/** Several parts of the service listen to a response, and `pipeline` does so several times: no leak, as Node supposes. */
const MAX_LISTENERS = 20;
const CALLER_LEFT = 'ERR_STREAM_PREMATURE_CLOSE';

/** An uploaded file must never act on behalf of the service: it may not run scripts, or load anything. */
export const SAFE_HEADERS = {
  'Content-Security-Policy': FILE_POLICY,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Accept-Ranges': 'bytes',
};

/** Sends a file, or the requested range of it, as a stream from the store. */
export async function serveFile(req: Request, res: Response, file: Download): Promise<void> {
  const etag = fileEtag(file);
  res.setHeaders(new Map(Object.entries(SAFE_HEADERS)));
  if (hasEtag(req.get('if-none-match'), etag)) return void res.status(304).setHeader('ETag', etag).end();
  const range = rangeFor(req, etag, file.size);
  if (range === UNSATISFIABLE) throw rangeNotSatisfiable(res, file.size);
  const content = req.method === 'HEAD' ? undefined : await file.open(range);
  // Set only here, because a problem must not have the headers of the file.
  setHeaders(res, file, range);
  res.setHeader('ETag', etag);
  if (!content) return void res.end();
  const expected = { length: lengthOf(file, range), sha256: range ? undefined : file.sha256 };
  res.setMaxListeners(MAX_LISTENERS);
  await pipeline(content, new VerifiedContent(expected), res).catch((error: unknown) =>
    abort(req, res, error),
  );
}

export function fileEtag({ sha256 }: Download): string {
  return `"${Buffer.from(sha256, 'hex').toString('base64url')}"`;
}

/** The headers of the content. */
export function contentHeaders({ mediaType, name }: Download): Record<string, string> {
  return {
    'Content-Type': mediaType,
    'Content-Disposition': contentDisposition(dispositionOf(mediaType), name),
  };
}

/** The caller left, or the store failed midway. The connection is cut, so that nobody takes a part for the whole. */
function abort(req: Request, res: Response, error: unknown): void {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== CALLER_LEFT) logger.error({ msg: 'download failed', requestId: req.id, error });
  res.destroy();
}

function lengthOf({ size }: Download, range: ByteRange | undefined): number {
  return range ? range.last - range.first + 1 : size;
}

function setHeaders(res: Response, file: Download, range: ByteRange | undefined): void {
  res.setHeaders(new Map(Object.entries(contentHeaders(file))));
  res.setHeader('Content-Length', lengthOf(file, range));
  if (!range) return;
  res.status(206).setHeader('Content-Range', `bytes ${range.first}-${range.last}/${file.size}`);
}

function rangeNotSatisfiable(res: Response, size: number): DomainError {
  res.setHeader('Content-Range', `bytes */${size}`);
  return new DomainError(
    'outside_range',
    'range_not_satisfiable',
    `The requested range starts after the end of the file, which has ${size} bytes.`,
  );
}
