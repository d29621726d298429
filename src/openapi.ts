import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import { pino } from 'pino';
import { AppModule } from './app.module.js';
import { createApp } from './application/app.setup.js';
import { DOCUMENTED } from './application/modules.js';
import { readSettings } from './shared/config/settings.js';
import { createDocument } from './shared/http/docs/openapi.js';

const NOWHERE = { url: 'postgres://nowhere/none', directUrl: 'postgres://nowhere/none' };
const FILE = 'docs/openapi.json';

// The document is generated from the code alone, without a database.
const app = await createApp(AppModule, readSettings({}), NOWHERE, pino({ level: 'silent' }));
const current = `${JSON.stringify(createDocument(app, DOCUMENTED), null, 2)}\n`;
await app.close();

if (process.argv.includes('--check')) {
  if ((await readFile(FILE, 'utf8').catch(() => '')) !== current) {
    process.stderr.write(`${FILE} is not what the code says. Run: npm run openapi\n`);
    process.exitCode = 1;
  }
} else {
  await writeFile(FILE, current);
}
