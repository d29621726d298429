// Asks for a list as 32 callers that read, again and again, and as 64 that do not. On SIGTERM it prints how it was answered.
import { connect } from 'node:net';

const [url = '', key = ''] = process.argv.slice(2);
const PATH = '/v0/topics?limit=100';
const { hostname, port } = new URL(url);
const answers = new Set();
let isOver = false;
process.once('SIGTERM', () => (isOver = true));

async function askAgainAndAgain() {
  while (!isOver) {
    const response = await fetch(`${url}${PATH}`, { headers: { 'x-api-key': key } });
    const body = Buffer.from(await response.arrayBuffer());
    answers.add(
      response.ok ? `200 ${Math.round(body.length / 1048576)} MiB` : `503 ${JSON.parse(body).code}`,
    );
    if (response.ok) process.stdout.write('answered\n');
  }
}

const readers = Array.from({ length: 64 }, () => {
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => undefined);
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n\r\n`);
  return socket;
});
await Promise.all(Array.from({ length: 32 }, askAgainAndAgain));
for (const reader of readers) reader.destroy();
process.stdout.write(JSON.stringify([...answers].sort()));
