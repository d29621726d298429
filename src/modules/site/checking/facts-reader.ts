import { Injectable } from '@nestjs/common';
import { SiteAddress } from '../../../shared/config/site-address.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { assetIdOf } from '../../../shared/markdown/asset-references.js';
import { NamedAssetsApi } from '../../assets/index.js';
import { BrandsApi, type BrandRecord } from '../../brands/index.js';
import { FormsApi } from '../../forms/index.js';
import { LinkTargetsApi } from '../../links/index.js';
import { AudiencesApi } from '../../pages/index.js';
import { TopicsApi } from '../../topics/index.js';
import type { CheckedPage } from './checked/checked-page.js';
import type { Facts, SiteTarget } from './checked/facts.js';
import { placesOf } from './site-places.js';
import { linkedUrls } from './rules/urls.js';

/** The most different URLs of a page that are looked up. */
const MAX_URLS = 1000;

/** Looks up what a page names. The number of statements does not depend on the page. */
@Injectable()
export class FactsReader {
  constructor(
    private readonly brands: BrandsApi,
    private readonly assets: NamedAssetsApi,
    private readonly forms: FormsApi,
    private readonly topics: TopicsApi,
    private readonly links: LinkTargetsApi,
    private readonly audiences: AudiencesApi,
    private readonly site: SiteAddress,
  ) {}

  async of(page: CheckedPage): Promise<Facts> {
    const [named, formIds, topicIds, targets] = await Promise.all([
      this.named(page),
      this.forms.existing(page.formIds.map(({ value }) => value)),
      this.topics.known(page.topicIds.map(({ value }) => value)),
      this.targets(page),
    ]);
    return { ...named, formIds, topicIds, targets };
  }

  private async named(page: CheckedPage): Promise<Pick<Facts, 'brand' | 'brandKeys' | 'assets'>> {
    const brand = await this.brands.find(page.brandId.value);
    const [brandKeys, assets] = await Promise.all([
      brand ? [] : this.brands.keys(),
      this.assets.find([...namesIn(page), ...logosOf(brand)]),
    ]);
    return { brand, brandKeys, assets };
  }

  private async targets(page: CheckedPage): Promise<Map<string, SiteTarget>> {
    const own = this.site.ownUrlOf('/');
    const ownHost = own && new URL(own).host;
    const urls = [...new Set(linkedUrls(page).map(({ value }) => value))].slice(0, MAX_URLS);
    const asked = urls.map((url) => ({ url, places: placesOf(url, ownHost) }));
    const found = await this.links.of(asked.flatMap(({ places }) => places));
    const hidden = await this.audiences.hidden([...new Set(found.flatMap((ids) => ids ?? []))]);
    const results = found.values();
    const targets = new Map<string, SiteTarget>();
    for (const { url, places } of asked) {
      const atPlaces = places.map(() => results.next().value);
      const isOwn = atPlaces.some((ids) => ids !== undefined);
      const isUnknown = places.some(({ on }, at) => on === 'each domain' && atPlaces[at] === undefined);
      if (isOwn && !isUnknown)
        targets.set(
          url,
          targetOf(
            atPlaces.flatMap((ids) => ids ?? []),
            hidden,
          ),
        );
    }
    return targets;
  }
}

function targetOf(audienceIds: readonly string[], hidden: ReadonlyMap<string, unknown>): SiteTarget {
  if (audienceIds.length === 0) return 'nothing';
  return audienceIds.every((id) => hidden.has(id)) ? 'hidden page' : 'page';
}

function namesIn({ widgets, texts, pictures, linkPicture }: CheckedPage): string[] {
  const ofLogos = widgets.flatMap(({ value }) =>
    value.logos.flatMap(({ image }) => [image.fileId, image.assetId]),
  );
  const inTexts = texts.flatMap(
    ({ value }) => value?.images.flatMap(({ url }) => assetIdOf(url) ?? []) ?? [],
  );
  const placed = pictures.map(({ value }) => value.assetId);
  const beside = linkPicture ? [linkPicture.value] : [];
  return [...new Set([...ofLogos, ...inTexts, ...placed, ...beside])];
}

function logosOf(brand: BrandRecord | undefined): string[] {
  const ids = [brand?.logoAssetId, brand?.darkLogoAssetId, brand?.iconAssetId];
  return ids.flatMap((id) => (id ? [wireId('asset', id)] : []));
}
