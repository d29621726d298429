import { ApiSchema } from '@nestjs/swagger';
import { RecordId, Text, Time } from '../../shared/fields/fields.js';
import { ListView } from '../../shared/http/list.dto.js';
import { HostName } from './link-fields.js';

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

@ApiSchema({ name: 'TenantDomain' })
export class TenantDomainView {
  @RecordId('domain')
  tenantDomainId!: string;

  @Text({ example: 'www.example.com' })
  domain!: string;

  @Time()
  createdAt!: string;

  @Time()
  updatedAt!: string;
}

export const TenantDomainListView = ListView('TenantDomainList', () => TenantDomainView);
