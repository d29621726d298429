import { ApiSchema } from '@nestjs/swagger';
import { Bool, Nested, OneOf, RecordId, Text, Time } from '../../../shared/fields/fields.js';
import { ListView } from '../../../shared/fields/list.dto.js';
import { PROOF_FAULTS, type ProofFault } from './domain-proof.js';
import { HostName } from './host-name.js';

/** The domain of the example, which `sample --reset` frees again. */
export const EXAMPLE_DOMAIN = 'pages.example.com';

export class CreateTenantDomain {
  @HostName({
    about:
      'Kept in lower case and ASCII (`bücher.example` as `xn--bcher-kva.example`), without scheme, port, path and final dot.',
    example: EXAMPLE_DOMAIN,
  })
  domain!: string;
}

/** The TXT record by which a tenant proves that a domain is its own. */
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

  @Bool({ about: 'Whether visitors are shown what stands on it.' })
  isProven!: boolean;

  @Time({ nullable: true, about: 'How long the proof counts, if it is not seen again.' })
  provenUntil!: string | null;

  @Nested(() => ProofRecordView, { about: 'The TXT record that proves it, to be put into the DNS.' })
  proofRecord!: ProofRecordView;

  @Time({ nullable: true, about: 'When the record was last looked for.' })
  checkedAt!: string | null;

  @OneOf(PROOF_FAULTS, {
    title: 'ProofFault',
    nullable: true,
    about:
      'Why it was not taken then: there is no such record, it has another value, no name server answered, or another tenant has proven the domain.',
  })
  checkFault!: ProofFault | null;

  @Time()
  createdAt!: string;

  @Time()
  updatedAt!: string;
}

export const TenantDomainListView = ListView('TenantDomainList', () => TenantDomainView);
