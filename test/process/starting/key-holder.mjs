// A process that starts on data folders: asks for the key of each that it is told, and reports it.
import pg from 'pg';
import { keptKey } from '../../../dist/application/key-file.js';
import { KeyStore } from '../../../dist/shared/auth/keys/key-store.js';
import { ConnectionShares } from '../../../dist/shared/database/transactions/connection-shares.js';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1 });
const keys = new KeyStore(new ConnectionShares(pool, { max: 1, waitMs: 10_000 }));

process.on('message', async ({ dataDir, tenantId }) => {
  const grant = { tenantId, origin: 'data folder', scopes: ['*'] };
  process.send({ key: await keptKey(dataDir, (text) => keys.register(text, grant)) });
});
await pool.query('select');
process.send({ ready: true });
