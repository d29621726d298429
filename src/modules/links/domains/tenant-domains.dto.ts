import { ApiSchema } from '@nestjs/swagger';
import { Bool, Nested, OneOf, RecordId, Text, Time } from '../../../shared/fields/fields.js';
import { ListView } from '../../../shared/fields/list.dto.js';
import { PROOF_FAULTS, type ProofFault } from './domain-proof.js';
import { HostName } from './host-name.js';

/** The domain of the example. `sample --reset` frees it again. */
export const EXAMPLE_DOMAIN = 'pages.example.com';

export class CreateTenantDomain {
  @HostName({
    about:
      'Stored in lower case and ASCII (`bücher.example` as `xn--bcher-kva.example`), without scheme, port, path and final dot.',
    example: EXAMPLE_DOMAIN,
    unique: true,
  })
  domain!: string;
}

/** The TXT record with which a tenant proves that it owns a domain. */
@ApiSchema({ name: 'ProofRecord' })
export class ProofRecordView {
  @Text({ example: '_foyer.www.example.com' })
  name!: string;

  @Text({ example: 'foyer-domain=0f8fad5bd9cb469fa16570867728950e' })
  value!: string;
}

@ApiSchema({ name: 'TenantDomain' })
export class TenantDomainView {
  @RecordId('domain')
  tenantDomainId!: string;

  @Text({ example: 'www.example.com' })
  domain!: string;

  @Bool({ about: 'Whether visitors can open the links on the domain.' })
  isProven!: boolean;

  @Time({ nullable: true, about: 'When the proof expires if no later check finds it.' })
  provenUntil!: string | null;

  @Nested(() => ProofRecordView, { about: 'The TXT record that proves ownership. Put it into the DNS.' })
  proofRecord!: ProofRecordView;

  @Time({ nullable: true, about: 'The time of the last check.' })
  checkedAt!: string | null;

  @OneOf(PROOF_FAULTS, {
    title: 'ProofFault',
    nullable: true,
    about:
      'Why the last check failed: there is no such record, it has another value, no name server answered, or another tenant has proven the domain.',
  })
  checkFault!: ProofFault | null;

  @Time()
  createdAt!: string;

  @Time()
  updatedAt!: string;
}

export const TenantDomainListView = ListView('TenantDomainList', () => TenantDomainView);
