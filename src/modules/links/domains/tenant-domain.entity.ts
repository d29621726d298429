import { randomBytes } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { columns } from '../../../shared/database/records/column-map.js';
import { moment, newRecord, recordColumns, timestamps } from '../../../shared/database/records/columns.js';
import { derived } from '../../../shared/database/records/derived.js';
import { notPersonal } from '../../../shared/database/records/personal.js';
import { detached } from '../../../shared/database/records/detached.js';
import { clock } from '../../../shared/kernel/clock.js';
import type { ProofFault } from './domain-proof.js';
import { nextCheckAfter, PROOF_LASTS_MS, proofEndsAt } from './proof-schedule.js';

const TOKEN_BYTES = 16;

/** The stored fields of a domain that its view shows. */
export const tenantDomainFields = columns({
  domain: notPersonal(p.text()),
  isProven: p.boolean(),
  provenUntil: moment().nullable(),
  checkedAt: moment().nullable(),
  checkFault: notPersonal(p.text().$type<ProofFault>().nullable()),
  ...timestamps,
});

/** The columns that are read of a domain. */
export const tenantDomainColumns = columns({
  id: recordColumns.id,
  proofToken: derived(p.text()),
  nextCheckAt: derived(moment().nullable()),
}).and(tenantDomainFields);

const TenantDomainSchema = defineEntity({
  name: 'TenantDomain',
  tableName: 'tenant_domain',
  properties: { ...recordColumns, ...tenantDomainColumns.properties },
});

/**
 * A domain of a tenant for its links. Visitors can open the links after the tenant has proven that it owns the domain.
 * The name never changes: another domain is another record.
 */
export class TenantDomain extends TenantDomainSchema.class {
  static create({ domain }: { domain: string }): TenantDomain {
    const record = newRecord();
    return detached(TenantDomain, {
      ...record,
      domain,
      proofToken: randomBytes(TOKEN_BYTES).toString('hex'),
      isProven: false,
      provenUntil: null,
      checkedAt: null,
      checkFault: null,
      nextCheckAt: record.createdAt,
    });
  }

  /** The check found the proof. It counts for a week from now. */
  prove(): void {
    const now = this.noteCheck(null);
    this.isProven = true;
    this.provenUntil = new Date(now.getTime() + PROOF_LASTS_MS);
    this.nextCheckAt = nextCheckAfter(now, this);
  }

  /** The check did not find the proof. An earlier proof counts until it expires. */
  missProof(fault: ProofFault): void {
    // A domain without an earlier check is older than proofs: its expiry is fixed.
    const lastCheckedAt = this.checkedAt;
    const now = this.noteCheck(fault);
    if (this.provenUntil && lastCheckedAt)
      this.provenUntil = proofEndsAt(this.provenUntil, { lastCheckedAt, now });
    if (this.provenUntil && this.provenUntil <= now) this.release();
    this.nextCheckAt = nextCheckAfter(now, this);
  }

  /** The domain no longer belongs to the tenant. */
  release(): void {
    this.isProven = false;
    this.provenUntil = this.nextCheckAt = null;
    this.updatedAt = clock.notBefore(this.updatedAt);
  }

  checkSoon(): void {
    this.nextCheckAt = clock.now();
  }

  private noteCheck(fault: ProofFault | null): Date {
    this.checkFault = fault;
    this.checkedAt = this.updatedAt = clock.notBefore(this.updatedAt);
    return this.checkedAt;
  }
}

TenantDomainSchema.setClass(TenantDomain);
