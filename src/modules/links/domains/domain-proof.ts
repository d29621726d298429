import { Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';
import { InjectSettings } from '../../../shared/config/config.module.js';
import type { Settings } from '../../../shared/config/settings.js';

/** Why the last check did not find the proof of a domain. */
export const PROOF_FAULTS = ['no_record', 'other_value', 'no_answer', 'proven_by_another'] as const;

export type ProofFault = (typeof PROOF_FAULTS)[number];

const ANSWERS_WITHIN_MS = 2000;
const TRIES = 2;

/** The DNS errors if there is no such record. All other errors may be temporary. */
const NO_RECORD = ['ENOTFOUND', 'ENODATA'];

/** The TXT record with which a tenant proves that it owns a domain. */
export function proofRecordOf({ domain, proofToken }: { domain: string; proofToken: string }): {
  name: string;
  value: string;
} {
  return { name: `_foyer.${domain}`, value: `foyer-domain=${proofToken}` };
}

/** Looks up proofs in the DNS. */
@Injectable()
export class DomainProofs {
  private readonly resolver = new Resolver({ timeout: ANSWERS_WITHIN_MS, tries: TRIES });

  constructor(@InjectSettings() { DNS_SERVERS }: Settings) {
    if (DNS_SERVERS.length > 0) this.resolver.setServers(DNS_SERVERS);
  }

  /** Returns undefined if the proof exists. */
  async faultOf(domain: { domain: string; proofToken: string }): Promise<ProofFault | undefined> {
    const { name, value } = proofRecordOf(domain);
    try {
      const records = await this.resolver.resolveTxt(name);
      return records.some((parts) => parts.join('') === value) ? undefined : 'other_value';
    } catch (error) {
      return NO_RECORD.includes((error as NodeJS.ErrnoException).code ?? '') ? 'no_record' : 'no_answer';
    }
  }
}
