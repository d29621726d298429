import type { KeyStore } from '../../shared/auth/keys/key-store.js';
import type { ListedDomain } from '../../modules/links/index.js';
import type { TenantStore } from '../../shared/auth/tenant-store.js';
import type { Progress } from '../../shared/kernel/progress.js';
import type { Demo, DemoOptions } from './demo/make-demo.js';
import type { Answer } from '../terminal/answer.js';

/** What a command works with. Most of it is loaded on demand. */
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
  /** Makes a tenant with a year of pages and visits. */
  makeDemo: (options: DemoOptions, progress: Progress) => Promise<Demo>;
  /** Resets all samples to their initial state. */
  resetSamples: (tenantId: string) => Promise<void>;
}

/** Runs with the database open. */
export type Work = (context: CommandContext) => Promise<Answer>;
