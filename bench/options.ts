import { parseArgs } from 'node:util';
import type { Row } from './row.ts';
import { ROWS } from './rows/index.ts';

export interface Options {
  rows: readonly Row[];
  /** Whether to walk the lists, too. */
  walks: boolean;
  /** Whether to time the way of a version from request to publication, too. */
  publish: boolean;
  /** Whether to measure deliveries, too. */
  deliveries: boolean;
  /** Whether to count instead what arrives while workers are killed. */
  chaos: boolean;
  /** Whether to count instead what is lost while the primary database is killed. */
  failover: boolean;
  kills: number;
  /** Whether to watch instead what minutes of load and kills do. */
  soak: boolean;
  minutes: number;
  /** Whether to measure instead what one tenant's floods cost another. */
  neighbours: boolean;
  /** Whether to measure instead what many rows of one tenant cost. */
  growth: boolean;
  /** With how many rows, or events, at most. */
  most: number;
  /** Whether to measure instead what many tenants cost. */
  tenants: boolean;
  /** Whether to measure instead what it costs to forget events. */
  forgetting: boolean;
  /** Whether to measure instead what figures of many sessions cost. */
  analytics: boolean;
  /** Whether to measure instead how quickly pages are shown. */
  site: boolean;
  collect: boolean;
  /** Whether to compare instead with other services. */
  peers: boolean;
  /** Whether to count instead the files that operations pass. */
  files: boolean;
  /** Whether to name these files. */
  verbose: boolean;
  rounds: number;
  seconds: number;
  warmUpSeconds: number;
  /** Each row is measured with each of these numbers of connections. */
  connections: readonly number[];
  /** How many processes serve, on both sides. */
  processes: number;
  /** Whether the service uses TCP, too, where the database is an embedded one. */
  tcp: boolean;
  profile: boolean;
  /** Where profiles are kept; without it they are shown and thrown away. */
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
      growth: { type: 'boolean', default: false },
      most: { type: 'string', default: '5000000' },
      tenants: { type: 'boolean', default: false },
      forgetting: { type: 'boolean', default: false },
      analytics: { type: 'boolean', default: false },
      site: { type: 'boolean', default: false },
      collect: { type: 'boolean', default: false },
      peers: { type: 'boolean', default: false },
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
    growth: values.growth,
    most: positive('most', values.most),
    tenants: values.tenants,
    forgetting: values.forgetting,
    analytics: values.analytics,
    site: values.site,
    collect: values.collect,
    peers: values.peers,
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
  throw new Error(`There is no row "${name}"; there are ${ROWS.map((each) => `"${each.name}"`).join(', ')}.`);
}

function positive(name: string, text: string): number {
  const number = Number(text);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new Error(`--${name} must be a number above 0, not "${text}".`);
}
