/** The service's own code as it was built: bench and service agree on ids and on where the database comes from. */
const fromDist = (path: string): Promise<unknown> => import(new URL(`../dist/${path}`, import.meta.url).href);

type Ids = typeof import('../src/shared/kernel/ids.js');
type Embedded = typeof import('../src/shared/database/embedded/embedded-server.js');

export const { newUuid, wireId, uuidOf } = (await fromDist('shared/kernel/ids.js')) as Ids;

export const { startEmbeddedServer } = (await fromDist(
  'shared/database/embedded/embedded-server.js',
)) as Embedded;
