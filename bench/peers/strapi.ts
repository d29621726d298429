import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Cleanup } from '../setup/cleanup.ts';
import { createBeside } from '../setup/database.ts';
import { startServer } from '../setup/processes.ts';
import { POOL_SIZE, type Surroundings } from '../setup/servers.ts';
import { fillPersons } from './fill.ts';
import { installed } from './install.ts';
import { inData, type Side } from './side.ts';
import { STRAPI_FILES } from './strapi-project.ts';

const VERSION = '5.54.0';

const PACKAGE = {
  name: 'strapi',
  version: VERSION,
  manifest: { dependencies: { '@strapi/strapi': VERSION, pg: '8.23.0' } },
};

export async function startStrapi({ databaseUrl, tempDir }: Surroundings, cleanup: Cleanup): Promise<Side> {
  const dir = await installed(PACKAGE);
  await writeProject(dir);
  const database = await createBeside(databaseUrl);
  cleanup.add(() => database.drop());
  const token = randomBytes(16).toString('hex');
  const server = await startServer({
    name: 'Strapi',
    args: [join(dir, 'node_modules/@strapi/strapi/bin/strapi.js'), 'start'],
    env: {
      ...{ DATABASE_URL: database.url, DATABASE_POOL_MAX: String(POOL_SIZE), TOKEN: token },
      ...{ SECRET: randomBytes(32).toString('hex'), ENCRYPTION_KEY: randomBytes(32).toString('hex') },
      STRAPI_TELEMETRY_DISABLED: 'true',
    },
    logFile: join(tempDir, 'strapi.log'),
    cwd: dir,
  });
  cleanup.add(() => server.stop());
  const ids = await fillPersons(database.url, {
    id: 'document_id',
    own: { document_id: `left(md5(n::text), 24)`, published_at: 'now()' },
  });
  return {
    target: { ...server, headers: { authorization: `Bearer ${token}` } },
    ids,
    ...inData,
    pathOf: (id) => `/api/persons/${id}`,
    newestPath:
      '/api/persons?sort=createdAt:desc&pagination%5BpageSize%5D=20&pagination%5BwithCount%5D=false',
    createPath: '/api/persons',
    bodyOf: (person) => ({ data: person }),
  };
}

/** In the folder of its packages, because Strapi expects both there. */
async function writeProject(dir: string): Promise<void> {
  await mkdir(join(dir, 'public/uploads'), { recursive: true });
  for (const [path, content] of Object.entries(STRAPI_FILES)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), content);
  }
}
