import { processCount } from './process-count.js';
import {
  calledUrl,
  folder,
  hosts,
  nameServers,
  integer,
  oneOf,
  origin,
  origins,
  portOrOff,
  postgresUrl,
  rateLimit,
  sqlName,
  SettingFault,
  text,
  trustedProxies,
  token,
  webhookSecret,
  webUrl,
  bool,
  type Setting,
} from './setting.js';

/** HAProxy checks every 2 s and drops a process after three failed checks. Until then the process must keep serving. */
export const BALANCER_DELAY_MS = 7000;

/** All settings. `npm run settings` lists them in docs/settings.md. */
export const SETTINGS = {
  PORT: integer(3000, 'Port of the API; `0` picks a free port', { min: 0, max: 65_535 }),
  HOST: text('127.0.0.1', 'Address to listen on; containers set `0.0.0.0`'),
  SITE_PORT: portOrOff(
    'Port of the site, where visitors open pages; `0` picks a free port, `off` disables the site',
    '`PORT` + 1',
  ),
  SITE_URL: origin('Public URL of the site; page URLs begin with it', 'the local address'),
  SITE_SCRIPTS: oneOf(
    ['proven', 'all'],
    'proven',
    "Where page scripts run: only on tenants' proven domains (`proven`), or also on the site's own address (`all`)",
  ),
  SITE_QUESTIONS: bool(
    true,
    "Let visitors ask questions on pages, if the tenant's topics have texts to answer from",
  ),
  SITE_ORIGINS: origins(
    'Origins that pages may load scripts, frames and data from, separated by commas; images do not need it',
  ),
  DNS_SERVERS: nameServers('DNS servers to query for domain proofs, separated by commas'),
  DATABASE_URL: postgresUrl('URL of PostgreSQL 15 or newer', 'an embedded PostgreSQL 18 in `DATA_DIR`'),
  DATABASE_DIRECT_URL: postgresUrl(
    'Direct URL of PostgreSQL, if `DATABASE_URL` leads to a pooler such as PgBouncer',
    '`DATABASE_URL`',
  ),
  DATABASE_POOL_MAX: integer(
    10,
    'Maximum connections of one process for requests; jobs, deliveries and other work use as many again',
    { min: 1, max: 1000 },
  ),
  DATABASE_WAIT_MS: integer(1000, 'How long a request waits for a connection before it fails with 503', {
    min: 10,
    max: 60_000,
  }),
  DATA_DIR: folder('.data', 'Folder of the embedded database, the generated key and the uploaded files'),
  API_KEY: text(undefined, 'Key of the tenant `default`, at least 16 characters', {
    min: 16,
    shown: 'embedded: generated and printed',
  }),
  ROLE: oneOf(['all', 'api', 'worker'], 'all', 'What this process runs: `all`, `api` or `worker`'),
  PROCESSES: processCount(
    'Number of processes under one parent, which share rate limits and connections; `auto` starts one per processor',
  ),
  MIGRATE: bool(true, 'Migrate the database schema at start'),
  SAMPLE_DATA: bool(
    undefined,
    'Create the sample records that the docs use, together with the tenant `default`',
    'true if embedded',
  ),
  LOG_LEVEL: oneOf(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'info',
    'Minimum log level',
  ),
  RATE_LIMIT: rateLimit(
    { perSecond: 500, burst: 5000 },
    'Requests per second of one tenant in one process, and the largest burst after a pause; or `off`',
  ),
  SITE_RATE_LIMIT: rateLimit(
    { perSecond: 100, burst: 1000 },
    'The same for one address: charts without a key, and requests to the site not answered from memory; or `off`',
  ),
  BODY_LIMIT: integer(1_048_576, 'Maximum size of a request body, in bytes', { min: 1024, max: 104_857_600 }),
  UPLOAD_LIMIT: integer(26_214_400, 'Maximum size of an uploaded file, in bytes', {
    min: 1024,
    max: 5_368_709_120,
  }),
  UPLOAD_TIMEOUT_MS: integer(240_000, 'Time limit for receiving an upload', { min: 100, max: 290_000 }),
  SEND_TIMEOUT_MS: integer(
    30_000,
    'Close the connection if a client reads nothing, or almost nothing, of its response for this long',
    { min: 100, max: 600_000 },
  ),
  SUBMISSION_DAYS: integer(730, 'Days to keep form submissions', { min: 1, max: 36_500 }),
  AUDIT_DAYS: integer(400, 'Days to keep the audit log', { min: 1, max: 36_500 }),
  VISIT_DAYS: integer(90, 'Days to keep visit events and questions; sessions stay', {
    min: 2,
    max: 3650,
  }),
  RESPECT_DO_NOT_TRACK: bool(
    true,
    'Do not track visitors whose browser sends Do Not Track or Global Privacy Control',
  ),
  ENRICHER_URL: calledUrl(
    'Your own service that identifies the sender of a form; Foyer calls it with a signed POST',
  ),
  ENRICHER_SECRET: webhookSecret('Secret that signs this POST'),
  ENRICHER_TIMEOUT_MS: integer(10_000, 'Time limit of this call', { min: 10, max: 120_000 }),
  PUBLIC_URL: webUrl('Public URL of this service; file URLs begin with it', 'none: paths only'),
  S3_ENDPOINT: webUrl(
    'S3-compatible store for files; requires the other four `S3_` settings',
    'none: `DATA_DIR`',
  ),
  S3_BUCKET: text(undefined, 'Bucket in this store', { shown: 'none' }),
  S3_REGION: text(undefined, 'Region of the bucket', { shown: 'none' }),
  S3_ACCESS_KEY: text(undefined, 'Access key of this store', { shown: 'none' }),
  S3_SECRET_KEY: text(undefined, 'Secret key of this store', { shown: 'none' }),
  COMPOSER: oneOf(
    ['template', 'openai'],
    'template',
    'What writes the texts of versions: `template`, or a model behind an OpenAI-compatible API (`openai`)',
  ),
  COMPOSER_URL: webUrl('Base URL of this API, such as `https://api.openai.com/v1`', 'none'),
  COMPOSER_MODEL: text(undefined, 'Name of the model', { shown: 'none' }),
  COMPOSER_KEY: token('Key of this API, if it needs one'),
  COMPOSER_TIMEOUT_MS: integer(60_000, 'Time limit of a call to the model', { min: 10, max: 290_000 }),
  ANSWER_MODEL: oneOf(
    ['off', 'on'],
    'off',
    "Whether this model phrases the answers to visitors' questions, from the entries that were found",
  ),
  ANSWER_BUDGET: integer(100, 'Maximum number of answers that the model phrases for one tenant in a day', {
    min: 0,
    max: 1_000_000,
  }),
  SEARCH_LANGUAGE: sqlName(
    'english',
    "Language of the search for answers to visitors' questions: a text search configuration of PostgreSQL, or `simple`",
    'german',
  ),
  TRUST_PROXY: trustedProxies(
    'Proxies whose `X-Forwarded-For` is trusted: their number, or their addresses, separated by commas',
  ),
  CORS_ORIGINS: origins('Origins that browsers may call the API from, separated by commas'),
  WEBHOOK_ALLOW_PRIVATE: hosts(
    'Addresses, ranges and host names that webhooks may call although they are not public, separated by commas',
  ),
  SHUTDOWN_DELAY_MS: integer(
    undefined,
    'How long a process keeps serving as not ready after SIGTERM, until load balancers notice',
    { min: 0, max: 60_000, shown: '`7000`; `0` if embedded, or a worker' },
  ),
  SHUTDOWN_TIMEOUT_MS: integer(10_000, 'How long running requests and jobs may take to finish', {
    min: 0,
    max: 600_000,
  }),
} as const satisfies Record<string, Setting<unknown>>;

type ValueOf<S> = S extends Setting<infer Value> ? Value : never;

export type Settings = { readonly [Name in keyof typeof SETTINGS]: ValueOf<(typeof SETTINGS)[Name]> };

/** Lists all invalid variables at once. */
export class BadSettings extends Error {
  override readonly name = 'BadSettings';
}

/** Settings that only make sense together. */
const STORE = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;

const ENRICHER = ['ENRICHER_URL', 'ENRICHER_SECRET'] as const;

/** The settings that a model API needs; a key only if the API requires one. */
const MODEL = ['COMPOSER_URL', 'COMPOSER_MODEL'] as const;

/** An empty variable counts as unset, because compose files and CI systems leave variables empty. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const faults: string[] = [];
  const values = Object.entries(SETTINGS).map(([name, setting]: [string, Setting<unknown>]) => {
    const text = environment[name];
    const value = text ? setting.parse(text) : setting.fallback;
    if (value instanceof SettingFault) faults.push(`${name} ${value.rule}`);
    return [name, value];
  });
  faults.push(
    ...missingOf(STORE, environment),
    ...missingOf(ENRICHER, environment),
    ...missingModel(environment),
    ...missingPooler(environment),
    ...wrongSitePort(environment),
  );
  if (faults.length > 0) throw new BadSettings(`${faults.join('; ')}.`);
  return Object.fromEntries(values) as Settings;
}

function missingOf(names: readonly string[], environment: NodeJS.ProcessEnv): string[] {
  const missing = names.filter((name) => !environment[name]);
  if (missing.length === names.length) return [];
  if (missing.length === 0) return [];
  const given = names.filter((name) => !missing.includes(name));
  return [`${listed(missing)} must be set, because ${listed(given)} ${given.length > 1 ? 'are' : 'is'}`];
}

function missingPooler({ DATABASE_URL, DATABASE_DIRECT_URL }: NodeJS.ProcessEnv): string[] {
  return DATABASE_DIRECT_URL && !DATABASE_URL
    ? ['DATABASE_URL must be set, because DATABASE_DIRECT_URL is']
    : [];
}

/** There is no port after the last one, and a port has only one listener. */
function wrongSitePort({ PORT, SITE_PORT }: NodeJS.ProcessEnv): string[] {
  if (PORT === '65535' && !SITE_PORT)
    return ['SITE_PORT must be set, because PORT is the highest possible port'];
  return SITE_PORT && SITE_PORT !== '0' && SITE_PORT === (PORT || '3000')
    ? ['SITE_PORT must differ from PORT']
    : [];
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names);
}

function missingModel(environment: NodeJS.ProcessEnv): string[] {
  const { COMPOSER, ANSWER_MODEL } = environment;
  const user = COMPOSER === 'openai' ? 'COMPOSER is openai' : ANSWER_MODEL === 'on' && 'ANSWER_MODEL is on';
  if (!user) return [];
  return MODEL.filter((name) => !environment[name]).map((name) => `${name} must be set, because ${user}`);
}
