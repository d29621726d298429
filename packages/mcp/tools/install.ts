/**
 * Installs the packages of the MCP server, unless they are those of its lock file. Several runs at once do no harm:
 * each installs into a folder of its own, and the first that ends puts it into place.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const PACKAGES = join(ROOT, 'node_modules');
const MANIFESTS = ['package.json', 'package-lock.json'];
/** The manifests that the packages were installed from. */
const INSTALLED_FROM = '.installed-from';

if (!isInstalled()) install();

function isInstalled(): boolean {
  const installedFrom = join(PACKAGES, INSTALLED_FROM);
  return existsSync(installedFrom) && readFileSync(installedFrom, 'utf8') === manifests();
}

function manifests(): string {
  return MANIFESTS.map((name) => readFileSync(join(ROOT, name), 'utf8')).join('\n');
}

function install(): void {
  // Beside the packages, because a folder can't be renamed to another disk.
  mkdirSync(DIST, { recursive: true });
  const folder = mkdtempSync(join(DIST, 'install-'));
  try {
    const installedFrom = manifests();
    for (const name of MANIFESTS) cpSync(join(ROOT, name), join(folder, name));
    const options = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
    // The output is that of the program that is built, such as answers to an agent.
    const { status } = spawnSync('npm', ['ci', '--prefix', folder, ...options], { stdio: ['ignore', 2, 2] });
    if (status !== 0) process.exitCode = status ?? 1;
    else {
      writeFileSync(join(folder, 'node_modules', INSTALLED_FROM), installedFrom);
      putIntoPlace(folder);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function putIntoPlace(folder: string): void {
  if (isInstalled()) return;
  try {
    if (existsSync(PACKAGES)) renameSync(PACKAGES, join(folder, 'replaced'));
    renameSync(join(folder, 'node_modules'), PACKAGES);
  } catch (error) {
    // Another run was faster.
    if (!isInstalled()) throw error;
  }
}
