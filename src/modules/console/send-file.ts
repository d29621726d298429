import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response as Answer } from 'express';
import { FILE_POLICY } from '../../shared/kernel/content-security-policy.js';
import { sendNotFound } from './send-screen.js';

/** The API has set a type and a disposition with which a browser runs nothing of the file. */
const PASSED_ON = [
  ...['content-type', 'content-length', 'content-disposition', 'content-range', 'accept-ranges'],
];

const SENT = [200, 206, 416];

/** The URL of a file names one content for ever, and works for an hour or two. */
const WHILE_IT_WORKS = 'private, max-age=3600';

/** Passes on a file of the API. Browsers may not reach the API, and its origin would have to be in the policy. */
export async function sendFile(res: Answer, file: Response): Promise<void> {
  if (!SENT.includes(file.status)) {
    await file.body?.cancel();
    return sendNotFound(res);
  }
  for (const name of PASSED_ON) {
    const value = file.headers.get(name);
    if (value !== null) res.setHeader(name, value);
  }
  res.setHeader('Content-Security-Policy', FILE_POLICY);
  res.setHeader('Cache-Control', WHILE_IT_WORKS);
  res.status(file.status);
  await pipeline(Readable.fromWeb(file.body as never), res);
}
