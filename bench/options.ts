import { parseArgs } from 'node:util';
import type { Row } from './rows/row.ts';
import { ROWS } from './rows/index.ts';

export interface Options {
  rows: readonly Row[];
  /** Also walk the lists. */
  walks: boolean;
  /** Also measure the time from the request for a version to its publication. */
  publish: boolean;
  /** Also measure deliveries. */
  deliveries: boolean;
  /** Only count the deliveries that arrive while workers are killed. */
  chaos: boolean;
  /** Only count losses while the primary database is killed. */
  failover: boolean;
  kills: number;
  /** Only run minutes of load and kills. */
  soak: boolean;
  minutes: number;
  /** Only measure how one tenant's floods affect another. */
  neighbours: boolean;
  /** Only measure how one visitor's requests affect other callers. */
  visitors: boolean;
  /** Only measure the cost of many rows of one tenant. */
  growth: boolean;
  /** Maximum number of rows or events. */
  most: number;
  /** Only measure the cost of many tenants. */
  tenants: boolean;
  /** Only measure the cost of deleting old events. */
  forgetting: boolean;
  /** Only measure the cost of analytics over many sessions. */
  analytics: boolean;
  /** Only measure the cost of erasing a person. */
  erasure: boolean;
  /** Only measure the speed of pages. */
  site: boolean;
  /** Only measure the screens of the console. */
  console: boolean;
  /** Only measure streams of events. */
  stream: boolean;
  /** Number of these streams. */
  listeners: number;
  /** Only measure the collection of visit events. */
  collect: boolean;
  /** Only compare with other services. */
  peers: boolean;
  /** Only compare with the build of another checkout, in this folder. */
  against: string | undefined;
  /** Only count the files that operations pass. */
  files: boolean;
  /** Name these files. */
  verbose: boolean;
  rounds: number;
  seconds: number;
  warmUpSeconds: number;
  /** Each row is measured with each of these connection counts. */
  connections: readonly number[];
  /** Number of serving processes, on both sides. */
  processes: number;
  /** The service uses TCP even if the database is embedded. */
  tcp: boolean;
  profile: boolean;
  /** Folder that keeps the profiles; without it they are only printed. */
  profileDir: string | undefined;
}

export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      row: { type: 'string', multiple: true },
      walks: { type: 'boolean', default: false },
      publish: { type: 'boolean', default: false },
      deliveries: { type: 'boolean', default: false },
      chaos: { type: 'boolean', default: false },
      failover: { type: 'boolean', default: false },
      kills: { type: 'string', default: '20' },
      soak: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '10' },
      neighbours: { type: 'boolean', default: false },
      visitors: { type: 'boolean', default: false },
      growth: { type: 'boolean', default: false },
      most: { type: 'string', default: '5000000' },
      tenants: { type: 'boolean', default: false },
      forgetting: { type: 'boolean', default: false },
      analytics: { type: 'boolean', default: false },
      erasure: { type: 'boolean', default: false },
      site: { type: 'boolean', default: false },
      console: { type: 'boolean', default: false },
      stream: { type: 'boolean', default: false },
      listeners: { type: 'string', default: '500' },
      collect: { type: 'boolean', default: false },
      peers: { type: 'boolean', default: false },
      against: { type: 'string' },
      files: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      'warm-up': { type: 'string', default: '8' },
      connections: { type: 'string', multiple: true, default: ['16', '64'] },
      processes: { type: 'string', default: '1' },
      tcp: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      'profile-dir': { type: 'string' },
    },
  });
  const isPart = values.walks || values.publish || values.deliveries;
  const isWhole = !(values.row || isPart);
  return {
    rows: values.row ? values.row.map(rowNamed) : isPart ? [] : ROWS,
    walks: values.walks || isWhole,
    publish: values.publish || isWhole,
    deliveries: values.deliveries || isWhole,
    chaos: values.chaos,
    failover: values.failover,
    kills: positive('kills', values.kills),
    soak: values.soak,
    minutes: positive('minutes', values.minutes),
    neighbours: values.neighbours,
    visitors: values.visitors,
    growth: values.growth,
    most: positive('most', values.most),
    tenants: values.tenants,
    forgetting: values.forgetting,
    analytics: values.analytics,
    erasure: values.erasure,
    site: values.site,
    console: values.console,
    stream: values.stream,
    listeners: positive('listeners', values.listeners),
    collect: values.collect,
    peers: values.peers,
    against: values.against,
    files: values.files,
    verbose: values.verbose,
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    warmUpSeconds: positive('warm-up', values['warm-up']),
    connections: values.connections.map((text) => positive('connections', text)),
    processes: positive('processes', values.processes),
    tcp: values.tcp,
    profile: values.profile || values['profile-dir'] !== undefined,
    profileDir: values['profile-dir'],
  };
}

function rowNamed(name: string): Row {
  const row = ROWS.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (row) return row;
  throw new Error(
    `There is no row "${name}"; the rows are ${ROWS.map((each) => `"${each.name}"`).join(', ')}.`,
  );
}

function positive(name: string, text: string): number {
  const number = Number(text);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new Error(`--${name} must be a number above 0, not "${text}".`);
}
