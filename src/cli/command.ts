import type { KeyStore } from '../shared/auth/key-store.js';
import type { ListedDomain } from '../modules/links/index.js';
import type { TenantStore } from '../shared/auth/tenant-store.js';
import type { Settings } from '../shared/config/settings.js';

/** Every option that some command takes. */
export const OPTIONS = {
  tenant: { type: 'string' },
  scope: { type: 'string', multiple: true },
  expires: { type: 'string' },
  'rate-limit': { type: 'string' },
  reset: { type: 'boolean' },
} as const;

export interface CommandLine {
  operands: readonly string[];
  options: {
    tenant?: string;
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
  /** Brings the schema up to date, or only sees to it that it is, as the settings say. */
  prepareSchema: () => Promise<void>;
  /** Adds the samples of modules that have none here; answers what the docs call their operations. */
  addSamples: (tenantId: string) => Promise<string[]>;
  /** Composes anew what visitors are shown, where that was composed by earlier rules. */
  recompose: () => Promise<void>;
  /** All domains of all tenants. */
  domains: () => Promise<readonly ListedDomain[]>;
  /** Answers whether any tenant had proven the domain. */
  releaseDomain: (domain: string) => Promise<boolean>;
  /** Puts all samples back as they were at first. */
  resetSamples: (tenantId: string) => Promise<void>;
}

/** Done with the database open; answers what goes to standard output. */
export type Work = (context: CommandContext) => Promise<string>;

interface Usage {
  name: string;
  /** As the usage shows them, one for each word after the name. */
  operands: readonly string[];
  /** As the usage shows them, by name. */
  options: Partial<Record<keyof typeof OPTIONS, string>>;
  about: string;
}

/** A command that works in the database. */
export interface DatabaseCommand extends Usage {
  /** Brings the schema up to date, even where the settings say that starting does not. */
  migrates?: true;
  /** Judges the words before anything is opened for them. */
  prepare(line: CommandLine): Work | Promise<Work>;
}

/** A command about the data folder as a whole; answers what goes to standard output. */
export interface DataFolderCommand extends Usage {
  run(line: CommandLine, settings: Settings): Promise<string>;
}

export type Command = DatabaseCommand | DataFolderCommand;

export function synopsis({ name, operands, options }: Usage): string {
  return [name, ...operands, ...Object.values(options)].join(' ');
}
