import type { KeyStore } from '../shared/auth/keys/key-store.js';
import type { ListedDomain } from '../modules/links/index.js';
import type { TenantStore } from '../shared/auth/tenant-store.js';
import type { Settings } from '../shared/config/settings.js';
import type { Progress } from '../shared/kernel/progress.js';

/** All options of all commands. */
export const OPTIONS = {
  tenant: { type: 'string' },
  name: { type: 'string' },
  scope: { type: 'string', multiple: true },
  expires: { type: 'string' },
  'rate-limit': { type: 'string' },
  reset: { type: 'boolean' },
} as const;

export interface CommandLine {
  operands: readonly string[];
  options: {
    tenant?: string;
    name?: string;
    scope?: string[];
    expires?: string;
    'rate-limit'?: string;
    reset?: boolean;
  };
}

export interface CommandContext {
  tenants: TenantStore;
  keys: KeyStore;
  knownScopes: () => Promise<readonly string[]>;
  /** Brings the schema up to date, or only checks that it is, depending on the settings. */
  prepareSchema: (progress?: Progress) => Promise<void>;
  /** Adds the samples of modules that have none here; returns the tags of their operations in the docs. */
  addSamples: (tenantId: string) => Promise<string[]>;
  /** Recomposes everything shown to visitors that was composed by earlier rules. */
  recompose: () => Promise<void>;
  /** All domains of all tenants. */
  domains: () => Promise<readonly ListedDomain[]>;
  /** Returns whether any tenant had proven the domain. */
  releaseDomain: (domain: string) => Promise<boolean>;
  /** Resets all samples to their initial state. */
  resetSamples: (tenantId: string) => Promise<void>;
}

/** Runs with the database open; returns the text for standard output. */
export type Work = (context: CommandContext) => Promise<string>;

interface Usage {
  name: string;
  /** As shown in the usage, one for each word after the name. */
  operands: readonly string[];
  /** As shown in the usage, by name. */
  options: Partial<Record<keyof typeof OPTIONS, string>>;
  about: string;
}

/** A command that works in the database. */
export interface DatabaseCommand extends Usage {
  /** Brings the schema up to date, even if the settings say that a start does not. */
  migrates?: true;
  /** Validates the arguments before anything is opened. */
  prepare(line: CommandLine): Work | Promise<Work>;
}

/** A command on the data folder as a whole; returns the text for standard output. */
export interface DataFolderCommand extends Usage {
  run(line: CommandLine, settings: Settings): Promise<string>;
}

export type Command = DatabaseCommand | DataFolderCommand;

export function synopsis({ name, operands, options }: Usage): string {
  return [name, ...operands, ...Object.values(options)].join(' ');
}
