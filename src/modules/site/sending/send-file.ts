import type { Request, Response } from 'express';
import { contentHeaders, fileEtag, SAFE_HEADERS } from '../../../shared/http/answers/serve-file.js';
import { hasEtag } from '../../../shared/kernel/precondition.js';
import { CACHE_CONTROL } from '../caching/cache-control.js';
import type { SiteFile } from './site-files.service.js';

/** Headers, as alternating names and values. */
interface Heads {
  etag: string;
  ofContent: readonly string[];
  /** For a client that has the content (304). */
  unchanged: readonly string[];
}

/** Made once for each file: making them takes longer than sending a small one. */
const heads = new WeakMap<SiteFile, Heads>();

/** Sends a whole file from memory. `others` are other headers, as alternating names and values. */
export function sendFile(req: Request, res: Response, file: SiteFile, others: readonly string[] = []): void {
  const { etag, ofContent, unchanged } = heads.get(file) ?? addHeads(file);
  const isKnown = hasEtag(req.headers['if-none-match'], etag);
  res.writeHead(isKnown ? 304 : 200, [...others, ...(isKnown ? unchanged : ofContent)]);
  res.end(isKnown || req.method === 'HEAD' ? undefined : file.content);
}

function addHeads(file: SiteFile): Heads {
  const etag = fileEtag(file.download);
  const unchanged = flat({ ...SAFE_HEADERS, 'Cache-Control': CACHE_CONTROL.page, ETag: etag });
  const length = { 'Content-Length': String(file.content.length) };
  const ofContent = [...unchanged, ...flat({ ...contentHeaders(file.download), ...length })];
  const made = { etag, ofContent, unchanged };
  heads.set(file, made);
  return made;
}

const flat = (headers: Record<string, string>) => Object.entries(headers).flat();
