import type { EditedPage } from '../../../src/modules/pages/index.js';
import { checkedPage, type CheckedPage } from '../../../src/modules/site/checking/checked/checked-page.js';
import type { Facts } from '../../../src/modules/site/checking/checked/facts.js';

const PAGE: EditedPage['page'] = {
  ...{ name: 'Page', pageContext: '', body: null, language: null, pageType: 'inbound', brandId: '' },
  ...{ actions: [], actionCardWidgets: [], footerLinks: [], scripts: [] },
  ...{ headerActionId: null, defaultFormId: null, metadata: null, ogImageAssetId: null },
  ...{ coverImage: null, topicIds: null, blocks: [] },
};

/** A page with these fields, as rules get it. */
export function checked(page: Partial<EditedPage['page']>, overrides: object = {}): CheckedPage {
  return checkedPage({ page: { ...PAGE, ...page }, overrides: overrides as EditedPage['overrides'] });
}

/** Nothing that a page names exists, except for these. */
export function facts(given: Partial<Facts> = {}): Facts {
  return {
    ...{
      brand: undefined,
      brandKeys: [],
      assets: new Map(),
      formIds: new Set(),
      topicIds: new Set(),
      targets: new Map(),
    },
    ...given,
  };
}

export const places = (findings: readonly { code: string; pointer: string }[]) =>
  findings.map(({ code, pointer }) => `${code} ${pointer}`);
