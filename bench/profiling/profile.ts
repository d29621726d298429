import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  callerPackageOf,
  functionOf,
  packageOf,
  selfTimes,
  type CpuProfile,
  type Share,
  type Span,
} from './cpu-profile.ts';
import { drive } from '../measuring/load.ts';
import type { Options } from '../options.ts';
import type { Row } from '../rows/row.ts';
import type { Seed } from '../seed.ts';
import { startFoyer } from '../setup/servers.ts';
import { table } from '../measuring/table.ts';

const FUNCTIONS_SHOWN = 25;

interface Place {
  databaseUrl: string;
  tempDir: string;
}

/** Profiles the service on this row alone, without its start and warm-up. */
export async function profile(row: Row, seed: Seed, place: Place, options: Options): Promise<string> {
  const folder = join(options.profileDir ?? place.tempDir, row.name.toLowerCase().replaceAll(' ', '-'));
  const begin = performance.now();
  const nodeArgs = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
  const foyer = await startFoyer({ ...place, nodeArgs });
  try {
    const [connections = 16] = options.connections;
    const load = { row, seed, connections };
    await drive(foyer, { ...load, seconds: options.warmUpSeconds });
    const from = performance.now() - begin;
    const { perSecond } = await drive(foyer, { ...load, seconds: options.seconds * options.rounds });
    const span = { from, to: performance.now() - begin };
    await foyer.stop();
    return report(`${row.name}, ${perSecond.toFixed(0)} req/s while profiled`, await latestIn(folder), span);
  } finally {
    await foyer.stop();
  }
}

async function latestIn(folder: string): Promise<CpuProfile> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile')).sort();
  const name = names.at(-1);
  if (name === undefined) throw new Error('The service wrote no profile.');
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as CpuProfile;
}

function report(title: string, taken: CpuProfile, span: Span): string {
  const callers = selfTimes(taken, span, callerPackageOf(taken));
  const packages = selfTimes(taken, span, packageOf);
  const functions = selfTimes(taken, span, functionOf).slice(0, FUNCTIONS_SHOWN);
  return [
    ...[title, ''],
    ...['Self time by package, including Node and V8 on its behalf', lines(callers), ''],
    ...['Self time by package', lines(packages), ''],
    ...['Self time by function', lines(functions)],
  ].join('\n');
}

function lines(shares: readonly Share[]): string {
  return table(
    shares.map(({ name, milliseconds, share }) => [name, `${milliseconds.toFixed(0)} ms`, percent(share)]),
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
