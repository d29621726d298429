import { once } from 'node:events';
import { request } from 'node:http';
import { useTestService } from '../support/test-service.js';
import { CONTENT } from './support.js';

const MIB = 1_048_576;
const SIZE_MIB = 400;

const { service } = useTestService({ UPLOAD_LIMIT: String(500 * MIB) });

it('an upload is never in memory as a whole', async () => {
  const headers = { 'x-api-key': service.home.key, 'content-type': 'multipart/form-data; boundary=b' };
  const req = request(`${service.url}/v0/assets`, { method: 'POST', headers });
  const answered = once(req, 'response');
  for (const [name, value] of [
    ['name', 'Long'],
    ['type', 'video'],
  ])
    req.write(`--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  req.write('--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n');
  req.write(CONTENT.mp4);
  const before = process.memoryUsage().arrayBuffers;
  const chunk = Buffer.alloc(MIB);
  let most = 0;
  for (let sent = 0; sent < SIZE_MIB; sent++) {
    if (!req.write(chunk)) await once(req, 'drain');
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  req.end('\r\n--b--\r\n');
  const [answer] = (await answered) as [{ statusCode: number; resume(): void }];
  answer.resume();
  expect(answer.statusCode).toBe(201);
  expect(most).toBeLessThan((SIZE_MIB / 2) * MIB);
});
