import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The kernel counts processor time for user space in hundredths of a second, whatever it uses inside. */
const TICKS_PER_SECOND = 100;

/** Resident memory of a process and its children, in megabytes. */
export async function memoryOf(pid: number): Promise<number> {
  const pids = [pid, ...(await childrenOf(pid))];
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', pids.join(',')]);
  return sum(stdout.trim().split('\n').map(Number)) / 1024;
}

/** Their processor time on all threads so far; NaN if the system does not report it precisely enough. */
export async function cpuSecondsOf(pid: number): Promise<number> {
  if (process.platform !== 'linux') return Number.NaN;
  const pids = [pid, ...(await childrenOf(pid))];
  return sum(await Promise.all(pids.map(cpuSecondsOfOne)));
}

async function cpuSecondsOfOne(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program is in parentheses and may itself contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
