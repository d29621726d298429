import type { EntityManager } from '@mikro-orm/postgresql';
import { exampleUuid, isSample, TO_DELETE } from '../../shared/kernel/example-ids.js';
import { Brand } from './brand.entity.js';

/** The records that the examples in the docs use. The sample pages name the first brand by its key. */
export function sampleBrands(em: EntityManager): void {
  const acme = Brand.create({
    key: 'acme',
    name: 'Acme',
    legalName: 'Acme Ltd.',
    address: '1 Main Street\nSpringfield',
    logoAssetId: exampleUuid('asset', 4),
    darkLogoAssetId: exampleUuid('asset', 5),
    iconAssetId: exampleUuid('asset', 6),
    accentColor: '#0f766e',
    groundColor: '#fffdf8',
    textColor: '#1c1917',
    typeface: 'source-sans-3',
    corners: 'round',
    footerLinks: [{ label: 'Imprint', url: 'https://example.com/imprint' }],
    language: 'en',
  });
  acme.id = exampleUuid('brand');
  const old = Brand.create({ key: 'acme-2020', name: 'Acme of 2020' });
  old.id = exampleUuid('brand', TO_DELETE);
  em.persist([acme, old]);
}

export const removeSampleBrands = [
  `delete from brand where tenant_id = $1 and (${isSample('id')} or key in ('acme', 'acme-2020', 'globex'))`,
];
